import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { getPendingIdentities, getPendingIdentity } from '#contract/operations-identities.ts'
import { answerOf, consolePages, consoleQuery } from './operator.queries.ts'

export type PendingRow = Reply<typeof getPendingIdentities>['content'][number]
export type PendingForm = Reply<typeof getPendingIdentity>['baseDTO']

const ASK_AGAIN_MS = 30_000

export const pendingPagesQuery = () =>
  infiniteQueryOptions({
    ...consolePages(getPendingIdentities, (before) => ({ query: { before } })),
    refetchInterval: ASK_AGAIN_MS,
  })

export const pendingFormQuery = (id: string) =>
  queryOptions({
    ...consoleQuery(getPendingIdentity, { params: { id } }),
    select: answerOf,
  })
