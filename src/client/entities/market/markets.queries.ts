import { queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import type { Reply } from '#contract/endpoint.ts'
import { allMarketsOf, getMarkets } from '#contract/markets.ts'
import type { QuoteUnit } from './quote-unit.ts'

export type MarketRow = Reply<typeof getMarkets>['content'][number]

/** Every market priced in the unit, with its last day and week. All figures stay decimal text: the table only shows them. */
export const marketsQuery = (unit: QuoteUnit) =>
  queryOptions({
    ...endpointQuery(getMarkets, { query: allMarketsOf(unit) }),
    refetchInterval: every(POLL_MS.markets),
    select: contentOf,
  })

const contentOf = ({ content }: Reply<typeof getMarkets>): readonly MarketRow[] => content
