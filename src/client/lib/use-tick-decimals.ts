import { useQueries } from '@tanstack/react-query'
import { getMarket } from '#contract/markets.ts'
import { endpointQuery } from './endpoint-query.ts'

const HOUR_MS = 3_600_000

/** How many decimals the prices of these markets have; `undefined` while that is not known. */
export function useTickDecimals(markets: readonly string[]): (market: string) => number | undefined {
  const asked = [...new Set(markets)]
  const details = useQueries({
    queries: asked.map((market) => ({ ...endpointQuery(getMarket, { params: { market } }), staleTime: HOUR_MS })),
  })
  return (market) => {
    const tick = details[asked.indexOf(market)]?.data?.baseDTO.tickSize
    return tick === undefined ? undefined : (tick.split('.')[1]?.length ?? 0)
  }
}
