import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '#client/lib/locale.ts'
import { price } from '#domain/units.ts'
import { coinsQuery } from '../coin/coins.queries.ts'
import { pricesQuery } from '../coin/prices.queries.ts'
import { useCoins } from '../coin/use-coins.ts'
import { type QuoteUnit, unitsOf } from '../market/quote-unit.ts'
import { useSession } from '../session/session.ts'
import { positionsQuery } from './positions.queries.ts'
import {
  type CoinProfit,
  type Holding,
  holdingsByCoin,
  profitsByCoin,
  profitsByUnit,
  type UnitProfit,
} from './profits.ts'
import { walletsQuery } from './wallets.queries.ts'

interface OwnProfits {
  readonly holdings: ReadonlyMap<string, Holding>
  readonly profits: readonly UnitProfit[]
  readonly coins: readonly CoinProfit[]
  readonly isLoading: boolean
}

/** The positions of a user; a visitor has none, and a market maker is shown none. */
export function useOwnPositions() {
  const session = useSession()
  const isOwner = Boolean(session) && session?.supervisor !== true
  return useQuery({ ...positionsQuery(), enabled: isOwner })
}

/**
 * The user's holdings with their average buy prices, and the profits at the present prices. A coin that was bought in both units is shown in
 * `first`, by default the unit of the language.
 */
export function useProfits(first?: QuoteUnit): OwnProfits {
  const { coinOf } = useCoins()
  const units = unitsOf(useLanguage())
  const { data: positions = [], isLoading } = useOwnPositions()
  const { data: wallets } = useQuery({ ...walletsQuery(), enabled: positions.length > 0 })
  const trades = (unit: QuoteUnit) => positions.some(({ sourceCoin }) => sourceCoin === unit)
  const toman = useQuery({ ...pricesQuery('TOMAN'), enabled: trades('TOMAN') })
  const tether = useQuery({ ...pricesQuery('TETHER'), enabled: trades('TETHER') })
  const coins = useQuery(coinsQuery())
  const state = { isLoading: isLoading || toman.isLoading || tether.isLoading || coins.isLoading }
  if (!wallets) return { ...state, holdings: new Map(), profits: [], coins: [] }
  const facts = {
    ...{ positions, wallets, scaleOf: coinOf },
    // The mean of the quick-trade prices, at which the server values every coin.
    priceOf: (coin: string, unit: QuoteUnit) => {
      const known = (unit === 'TOMAN' ? toman : tether).data?.bySymbol.get(coin)
      return known && price((known.buy + known.sell) / 2n)
    },
  }
  return {
    ...state,
    holdings: holdingsByCoin(facts, first ?? units[0]),
    profits: profitsByUnit(facts, units),
    coins: profitsByCoin(facts),
  }
}
