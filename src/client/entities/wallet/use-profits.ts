import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '#client/lib/locale.ts'
import { price } from '#domain/units.ts'
import { pricesQuery } from '../coin/prices.queries.ts'
import { useCoins } from '../coin/use-coins.ts'
import { type QuoteUnit, unitsOf } from '../market/quote-unit.ts'
import { useSession } from '../session/session.ts'
import { positionsQuery } from './positions.queries.ts'
import { type Holding, holdingsByCoin, profitsByUnit, type UnitProfit } from './profits.ts'
import { walletsQuery } from './wallets.queries.ts'

interface OwnProfits {
  readonly holdings: ReadonlyMap<string, Holding>
  readonly profits: readonly UnitProfit[]
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
  const { data: positions = [] } = useOwnPositions()
  const { data: wallets } = useQuery({ ...walletsQuery(), enabled: positions.length > 0 })
  const trades = (unit: QuoteUnit) => positions.some(({ sourceCoin }) => sourceCoin === unit)
  const toman = useQuery({ ...pricesQuery('TOMAN'), enabled: trades('TOMAN') }).data
  const tether = useQuery({ ...pricesQuery('TETHER'), enabled: trades('TETHER') }).data
  if (!wallets) return { holdings: new Map(), profits: [] }
  const facts = {
    ...{ positions, wallets, scaleOf: coinOf },
    // The mean of the quick-trade prices, at which the server values every coin.
    priceOf: (coin: string, unit: QuoteUnit) => {
      const known = (unit === 'TOMAN' ? toman : tether)?.bySymbol.get(coin)
      return known && price((known.buy + known.sell) / 2n)
    },
  }
  return { holdings: holdingsByCoin(facts, first ?? units[0]), profits: profitsByUnit(facts, units) }
}
