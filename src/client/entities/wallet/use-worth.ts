import { useQuery } from '@tanstack/react-query'
import { pricesQuery } from '#client/entities/coin/prices.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { TOTAL_DECIMALS } from '#client/entities/market/quote-unit.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { price } from '#domain/units.ts'
import { tomanToTether } from './wallet-worth.ts'

interface Worths {
  /** Converts the server's Toman (decimal text) to the unit of the screen; `undefined` is unknown. */
  readonly worthOf: (toman: string | null | undefined) => string | undefined
  /** The format of a worth. */
  readonly look: { readonly unit: string; readonly fractionMin: number; readonly fractionMax: number }
  /** The coin in which values are shown. */
  readonly coin: 'TOMAN' | 'TETHER'
}

/** The server values everything in Toman. Persian screens show Toman, English ones Tether. */
export function useWorth(): Worths {
  const inToman = useLanguage() === 'fa'
  const { unitOf } = useCoins()
  const tether = useQuery({ ...pricesQuery('TOMAN'), enabled: !inToman }).data?.bySymbol.get('TETHER')
  // The mean of Tether's quick-trade prices, since the server values every coin at its mean.
  const tetherPrice = tether && price((tether.buy + tether.sell) / 2n)
  const coin = inToman ? 'TOMAN' : 'TETHER'
  return {
    worthOf(toman) {
      if (toman === null || toman === undefined) return undefined
      return inToman ? toman : tomanToTether(toman, tetherPrice)
    },
    look: { unit: unitOf(coin), fractionMin: TOTAL_DECIMALS[coin], fractionMax: TOTAL_DECIMALS[coin] },
    coin,
  }
}
