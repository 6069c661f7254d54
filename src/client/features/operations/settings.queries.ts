import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getSettings } from '#contract/operations-settings.ts'
import { CONSOLE } from './operator.queries.ts'

export type Settings = Reply<typeof getSettings>['baseDTO']

export const settingsQuery = () =>
  queryOptions({
    queryKey: [CONSOLE, getSettings.path],
    queryFn: async ({ signal }) => (await callApi(getSettings, {}, { signal })).baseDTO,
    meta: { offline: getSettings.offline, access: getSettings.access },
  })
