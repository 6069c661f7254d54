import { useQuery } from '@tanstack/react-query'
import { coinsQuery } from '#client/lib/coins.queries.ts'

const TOMAN = 'TOMAN'

/** The symbols of all coins in the order of the exchange; only Toman until they are loaded. */
export function useCoinSymbols(): readonly string[] {
  const { data } = useQuery(coinsQuery())
  return data ? [TOMAN, ...[...data.keys()].filter((symbol) => symbol !== TOMAN)] : [TOMAN]
}
