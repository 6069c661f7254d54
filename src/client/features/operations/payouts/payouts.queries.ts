import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { getBankStatements, getPayoutBatches, getPayoutLines } from '#contract/operations-payouts.ts'
import { answerOf, consolePages, consoleQuery } from '../operator.queries.ts'

export type PayoutBatch = Reply<typeof getPayoutBatches>['content'][number]
export type PayoutLine = Reply<typeof getPayoutLines>['content'][number]
export type BankStatements = Reply<typeof getBankStatements>['baseDTO']

const AGAIN_MS = 10_000

export const payoutBatchesQuery = () =>
  infiniteQueryOptions({
    ...consolePages(getPayoutBatches, (before) => ({ query: { before } })),
    refetchInterval: AGAIN_MS,
  })

export const payoutLinesQuery = (id: string) =>
  infiniteQueryOptions({
    ...consolePages(getPayoutLines, (before) => ({ params: { id }, query: { before } })),
    refetchInterval: AGAIN_MS,
  })

export const bankStatementsQuery = () => queryOptions({ ...consoleQuery(getBankStatements, {}), select: answerOf })
