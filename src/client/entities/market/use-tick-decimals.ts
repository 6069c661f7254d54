import { useQueries } from '@tanstack/react-query'
import { HOUR_MS } from '#client/lib/durations.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { allMarketsOf, getMarket, getMarkets } from '#contract/markets.ts'
import { unitsOf } from './quote-unit.ts'

/**
 * The number of decimals of these markets' prices; `undefined` while it is loading. A single market is looked up by its details; several are looked
 * up in the market lists, one for each unit, whatever their number.
 */
export function useTickDecimals(markets: readonly string[]): (market: string) => number | undefined {
  const [only, ...others] = new Set(markets)
  const isAlone = only !== undefined && others.length === 0
  const units = isAlone ? [] : unitsOf('fa').filter((unit) => markets.some((market) => market.endsWith(`_${unit}`)))
  const details = useQueries({
    queries: (isAlone ? [only] : []).map((market) => ({
      ...endpointQuery(getMarket, { params: { market } }),
      staleTime: HOUR_MS,
    })),
  })
  const lists = useQueries({
    queries: units.map((unit) => ({
      ...endpointQuery(getMarkets, { query: allMarketsOf(unit) }),
      staleTime: HOUR_MS,
    })),
  })
  const known = [
    ...details.flatMap(({ data }) => data?.baseDTO ?? []),
    ...lists.flatMap(({ data }) => data?.content ?? []),
  ]
  return (market) => {
    const tick = known.find(({ marketType }) => marketType === market)?.tickSize
    return tick === undefined ? undefined : (tick.split('.')[1]?.length ?? 0)
  }
}
