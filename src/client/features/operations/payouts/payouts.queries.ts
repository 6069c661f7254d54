import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { getBankStatements, getPayoutBatches, getPayoutLines, getTomanAccounts } from '#contract/operations-payouts.ts'
import { answerOf, consolePages, consoleQuery, contentOf } from '../operator.queries.ts'

export type PayoutBatch = Reply<typeof getPayoutBatches>['content'][number]
export type PayoutLine = Reply<typeof getPayoutLines>['content'][number]
export type BankStatements = Reply<typeof getBankStatements>['baseDTO']

export type TomanAccount = Reply<typeof getTomanAccounts>['content'][number]

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

export const tomanAccountsQuery = () => queryOptions({ ...consoleQuery(getTomanAccounts, {}), select: contentOf })
