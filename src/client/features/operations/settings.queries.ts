import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { getSettings } from '#contract/operations-settings.ts'
import { answerOf, consoleQuery } from './operator.queries.ts'

export type Settings = Reply<typeof getSettings>['baseDTO']

export const settingsQuery = () =>
  queryOptions({
    ...consoleQuery(getSettings, {}),
    select: answerOf,
  })
