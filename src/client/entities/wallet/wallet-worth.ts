import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '#client/lib/locale.ts'
import { TOMAN_DECIMALS } from '#domain/coin.ts'
import { divide, formatDecimal, parseDecimal, powerOfTen } from '#domain/decimal.ts'
import { PRICE_DECIMALS, type Price, price } from '#domain/units.ts'
import { pricesQuery } from '../coin/prices.queries.ts'
import { useCoins } from '../coin/use-coins.ts'
import { TOTAL_DECIMALS } from '../market/quote-unit.ts'
import type { WalletEntry } from './wallets.queries.ts'

const MORE_THAN_ANY = 10n ** 40n

interface Worth {
  readonly coin: string
  /** In the ledger's units of Toman. */
  readonly value: bigint
}

/** The worth of each coin in Toman, highest first; coins without worth or price are left out. */
export function worthByCoin(wallets: readonly WalletEntry[]): readonly Worth[] {
  return wallets
    .map(({ coin, wholePriceOfCredit }) => ({ coin, value: worthOf(wholePriceOfCredit) }))
    .filter(({ value }) => value > 0n)
    .toSorted((one, other) => (one.value > other.value ? -1 : 1))
}

/** Toman first, then by worth, then coins without a balance in the order of the exchange. */
export function orderWallets(wallets: readonly WalletEntry[]): readonly WalletEntry[] {
  const rank = ({ coin, wholePriceOfCredit }: WalletEntry) =>
    coin === 'TOMAN' ? MORE_THAN_ANY : worthOf(wholePriceOfCredit)
  return wallets.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) > rank(other) ? -1 : 1))
}

/** The total worth, as decimal text of Toman. */
export function totalWorth(wallets: readonly WalletEntry[]): string {
  const total = wallets.reduce((sum, { wholePriceOfCredit }) => sum + worthOf(wholePriceOfCredit), 0n)
  return formatDecimal(total, TOMAN_DECIMALS)
}

/** Digits finer than the ledger's Toman are cut off: this is an estimate at the current price. */
function worthOf(text: string | null): bigint {
  if (text === null) return 0n
  const [whole = '', fraction = ''] = text.split('.')
  return parseDecimal(`${whole}.${fraction.slice(0, TOMAN_DECIMALS)}0`, TOMAN_DECIMALS) ?? 0n
}

/**
 * Converts Toman (decimal text) to Tether at the Toman price of one Tether, to the nearest millionth: the worth of ten Tether, which is cut to
 * Toman, is ten again. `undefined` without such a price, or if the text is not a worth.
 */
export function tomanToTether(toman: string, tetherPrice: Price | undefined): string | undefined {
  const value = parseDecimal(toman, TOMAN_DECIMALS)
  if (value === undefined || !tetherPrice) return undefined
  const scaled = value * powerOfTen(PRICE_DECIMALS)
  return formatDecimal(divide(scaled + tetherPrice / 2n, tetherPrice, 'down'), TOMAN_DECIMALS)
}

interface Worths {
  /** Converts the server's Toman (decimal text) to the unit of the screen; `undefined` is unknown. */
  readonly worthOf: (toman: string | null | undefined) => string | undefined
  /** The format of a worth. */
  readonly look: {
    readonly unit: string
    readonly fractionMin: number
    readonly fractionMax: number
    /** Of Tether the nearest: it is a Toman that was cut, by a price that is a little younger. Cut again, ten Tether were worth 9.99. */
    readonly rounding: 'down' | 'nearest'
  }
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
    look: {
      ...{ unit: unitOf(coin), fractionMin: TOTAL_DECIMALS[coin], fractionMax: TOTAL_DECIMALS[coin] },
      rounding: inToman ? 'down' : 'nearest',
    },
    coin,
  }
}
