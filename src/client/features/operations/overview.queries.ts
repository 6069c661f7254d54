import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { getFigures, getOverview } from '#contract/operations-overview.ts'
import { answerOf, consoleQuery } from './operator.queries.ts'

export type Overview = Reply<typeof getOverview>['baseDTO']
export type Figures = Reply<typeof getFigures>['baseDTO']

const LOOK_AGAIN_MS = 10_000
const FIGURES_MS = 60_000

export const overviewQuery = () =>
  queryOptions({ ...consoleQuery(getOverview, {}), select: answerOf, refetchInterval: LOOK_AGAIN_MS })

export const figuresQuery = () =>
  queryOptions({ ...consoleQuery(getFigures, {}), select: answerOf, refetchInterval: FIGURES_MS })
