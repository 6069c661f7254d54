import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { every } from '#client/lib/polling.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getCustody, getCustodyBalances, getOddDeposits, getOutgoingCoins } from '#contract/operations-custody.ts'
import { answerOf, consolePages, consoleQuery } from '../operator.queries.ts'

export type Custody = Reply<typeof getCustody>['baseDTO']
export type CustodyNetwork = Custody['networks'][number]
export type CountedNetwork = Reply<typeof getCustodyBalances>['baseDTO']['networks'][number]
export type CustodyBalance = CountedNetwork['coins'][number]
export type OutgoingCoin = Reply<typeof getOutgoingCoins>['content'][number]
export type OddDeposit = Reply<typeof getOddDeposits>['content'][number]

const STATE_MS = 10_000
/** The server counts no more often. */
const BALANCES_MS = 60_000

export const custodyQuery = () =>
  queryOptions({ ...consoleQuery(getCustody, {}), select: answerOf, refetchInterval: every(STATE_MS) })

export const custodyBalancesQuery = () =>
  queryOptions({ ...consoleQuery(getCustodyBalances, {}), select: answerOf, refetchInterval: every(BALANCES_MS) })

export const outgoingCoinsQuery = () =>
  queryOptions({
    ...consoleQuery(getOutgoingCoins, {}),
    select: ({ content }: Reply<typeof getOutgoingCoins>) => content,
    refetchInterval: every(STATE_MS),
  })

export const oddDepositsQuery = () =>
  infiniteQueryOptions(consolePages(getOddDeposits, (before) => ({ query: { before } })))
