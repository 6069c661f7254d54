import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import type { Reply } from '#contract/endpoint.ts'
import { allMarketsOf, getMarkets } from '#contract/markets.ts'
import type { QuoteUnit } from './quote-unit.ts'

type Answer = Reply<typeof getMarkets>
export type MarketRow = Answer['content'][number]

/** The lines of a week, of points eight hours apart, are requested this often; the prices beside them with every poll. */
const WEEK_MS = 10 * 60_000
const weekAskedAt = new Map<QuoteUnit, number>()

/**
 * Every market priced in the unit, with its last day and week. All figures stay decimal text: the table only shows them. A poll leaves out the
 * lines of the week, two thirds of the answer, and the rows keep the ones they have.
 */
export const marketsQuery = (unit: QuoteUnit) => {
  const query = allMarketsOf(unit)
  const options = endpointQuery(getMarkets, { query })
  return queryOptions({
    ...options,
    queryFn: async ({ client, signal }): Promise<Answer> => {
      const known = client.getQueryData<Answer>(options.queryKey)?.content
      const isDue = !known || Date.now() - (weekAskedAt.get(unit) ?? 0) >= WEEK_MS
      const answer = await callApi(getMarkets, { query: { ...query, weeklyDataIncluded: `${isDue}` } }, { signal })
      if (!isDue) return { ...answer, content: answer.content.map(withWeekOf(known)) }
      weekAskedAt.set(unit, Date.now())
      return answer
    },
    refetchInterval: every(POLL_MS.markets),
    select: contentOf,
  })
}

const withWeekOf = (known: readonly MarketRow[]) => {
  const weeks = new Map(known.map(({ marketType, lastWeekData }) => [marketType, lastWeekData]))
  return (row: MarketRow): MarketRow => ({ ...row, lastWeekData: weeks.get(row.marketType) ?? [] })
}

/** A market whose hours are unknown, or that is open and never closes, has no mark. */
export const hasMark = (state: MarketRow['state']): state is NonNullable<MarketRow['state']> =>
  Boolean(state && (state.kind !== 'OPEN' || state.closesAt))

const contentOf = ({ content }: Answer): readonly MarketRow[] => content
