import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { listPages } from '#client/lib/endpoint-query.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getPendingIdentities, getPendingIdentity } from '#contract/operations-identities.ts'
import { CONSOLE } from './operator.queries.ts'

export type PendingRow = Reply<typeof getPendingIdentities>['content'][number]
export type PendingForm = Reply<typeof getPendingIdentity>['baseDTO']

const ASK_AGAIN_MS = 30_000

export const pendingPagesQuery = () =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [CONSOLE, getPendingIdentities.path],
    queryFn: ({ pageParam, signal }) => callApi(getPendingIdentities, { query: { before: pageParam } }, { signal }),
    refetchInterval: ASK_AGAIN_MS,
    meta: { offline: getPendingIdentities.offline, access: getPendingIdentities.access },
  })

export const pendingFormQuery = (id: string) =>
  queryOptions({
    queryKey: [CONSOLE, getPendingIdentity.path, id],
    queryFn: async ({ signal }) => (await callApi(getPendingIdentity, { params: { id } }, { signal })).baseDTO,
    meta: { offline: getPendingIdentity.offline, access: getPendingIdentity.access },
  })
