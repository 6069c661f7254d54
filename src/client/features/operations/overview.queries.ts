import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getFigures, getOverview } from '#contract/operations-overview.ts'
import { CONSOLE } from './operator.queries.ts'

export type Overview = Reply<typeof getOverview>['baseDTO']
export type Figures = Reply<typeof getFigures>['baseDTO']

const LOOK_AGAIN_MS = 10_000
const FIGURES_MS = 60_000

export const overviewQuery = () =>
  queryOptions({
    queryKey: [CONSOLE, getOverview.path],
    queryFn: async ({ signal }) => (await callApi(getOverview, {}, { signal })).baseDTO,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { offline: getOverview.offline, access: getOverview.access },
  })

export const figuresQuery = () =>
  queryOptions({
    queryKey: [CONSOLE, getFigures.path],
    queryFn: async ({ signal }) => (await callApi(getFigures, {}, { signal })).baseDTO,
    refetchInterval: FIGURES_MS,
    meta: { offline: getFigures.offline, access: getFigures.access },
  })
