import { type Coin, TETHER, TOMAN, TOMAN_DECIMALS } from '#domain/coin.ts'
import { powerOfTen } from '#domain/decimal.ts'
import { wholePrice } from '#domain/market.ts'
import { amount, PRICE_DECIMALS } from '#domain/units.ts'
import type { CloseWanted } from '../store/market-data/closes.ts'
import type { WalletServices } from './wallets.ts'

/** Quantities by the coin's id, below zero for what went out, at an instant in milliseconds since 1970. */
export interface TotalsAt {
  readonly at: number
  readonly totals: ReadonlyMap<number, bigint>
}

/** In base units of Toman and of Tether, each rounded towards zero. */
export interface WorthAt {
  /** Of the coins whose price is known. */
  readonly toman: bigint
  /** `undefined` if the price of Tether is unknown. */
  readonly tether: bigint | undefined
  /** The symbols of the other coins. */
  readonly unpriced: string[]
}

/**
 * Reads the prices for all of these at once. @returns the worth of any of them: at the last prices of the markets in Toman by then and,
 * from `now` on, at the present ones, at which all screens value balances
 */
export async function openPastPrices(
  { closes, catalogue, inToman }: Pick<WalletServices, 'closes' | 'catalogue' | 'inToman'>,
  { now, wanted }: { now: number; wanted: readonly TotalsAt[] },
): Promise<(held: TotalsAt) => WorthAt> {
  const { coins, coinBySymbol, marketBySymbol } = catalogue
  const tether = coinBySymbol.get(TETHER)
  const marketOf = ({ symbol }: Coin) => marketBySymbol.get(`${symbol}_${TOMAN}`)
  const asked = wanted.flatMap(({ at, totals }) =>
    coins.flatMap((coin): CloseWanted[] => {
      const market = at < now && (coin === tether || totals.get(coin.id)) ? marketOf(coin) : undefined
      return market ? [{ marketId: market.id, at }] : []
    }),
  )
  const closeOf = await closes.read(asked, { now })

  const tomanOf = (coin: Coin, quantity: bigint, at: number): bigint | undefined => {
    if (coin.symbol === TOMAN || quantity === 0n) return quantity
    if (quantity < 0n) return negative(tomanOf(coin, -quantity, at))
    if (at >= now) return inToman(coin, amount(quantity))
    const market = marketOf(coin)
    const unitPrice = market && closeOf({ marketId: market.id, at })
    return unitPrice && wholePrice({ quantity: amount(quantity), unitPrice, market }, 'down')
  }
  const tetherOf = (toman: bigint, at: number): bigint | undefined => {
    if (toman === 0n) return 0n
    // The Toman of so many Tether are the price itself.
    const unitPrice = tether && tomanOf(tether, powerOfTen(tether.decimals + PRICE_DECIMALS - TOMAN_DECIMALS), at)
    return unitPrice && (toman * powerOfTen(tether.decimals + PRICE_DECIMALS - TOMAN_DECIMALS)) / unitPrice
  }
  return ({ at, totals }) => {
    const held = coins.map((coin) => {
      const quantity = totals.get(coin.id) ?? 0n
      return { coin, quantity, toman: tomanOf(coin, quantity, at) }
    })
    const sum = (parts: typeof held) => parts.reduce((total, { toman = 0n }) => total + toman, 0n)
    // Tether counts as it is: by its price and back it would lose a unit.
    const others = tetherOf(sum(held.filter(({ coin }) => coin !== tether)), at)
    const tethers = held.find(({ coin }) => coin === tether)?.quantity ?? 0n
    return {
      toman: sum(held),
      tether: others === undefined ? undefined : others + tethers,
      unpriced: held.filter(({ toman }) => toman === undefined).map(({ coin }) => coin.symbol),
    }
  }
}

const negative = (value: bigint | undefined) => value && -value
