import type { Coin } from '#domain/coin.ts'
import type { Market } from '#domain/market.ts'
import { amount } from '#domain/units.ts'
import { ETHEREUM, GOLD, TOMAN } from './coins.ts'
import { aMarket, CAMEL_DUST, ETHEREUM_TETHER } from './markets.ts'

/** A market for random commands, with the figures that make its orders meet. */
export interface Arena {
  readonly market: Market
  /** The price around which orders are placed. */
  readonly about: bigint
  /** The distance to the next price. */
  readonly step: bigint
  readonly lot: bigint
}

/** A coin whose inventory soon reaches a bound. */
const withNarrowInventory = (coin: Coin, { min, max }: { min: bigint; max: bigint }): Coin => ({
  ...coin,
  quickTrade: { ...coin.quickTrade, inventoryMin: amount(min), inventoryMax: amount(max) },
})

const NARROW_GOLD = withNarrowInventory(GOLD, { min: 300_000n, max: 1_700_000n })
const NARROW_TOMAN = withNarrowInventory(TOMAN, { min: 3_000_000n, max: 17_000_000n })

/**
 * Markets with very different scales. In the first a step is exactly one percent and in the last five, so that prices lie exactly on the
 * edge of the protection band and of the warning.
 */
export const ARENAS: readonly Arena[] = [
  {
    market: aMarket({ id: 3, base: NARROW_GOLD, quote: NARROW_TOMAN }),
    about: 987_654_300n,
    step: 9_876_543n,
    lot: 333n,
  },
  { market: ETHEREUM_TETHER, about: 314_159_265_358n, step: 97_000_001n, lot: 7_777_777_777_777_777n },
  { market: CAMEL_DUST, about: 20n, step: 1n, lot: 1n },
]

export const ARENA_MARKETS: readonly Market[] = ARENAS.map(({ market }) => market)
export const ARENA_COINS: readonly Coin[] = [...new Set(ARENAS.flatMap(({ market }) => [market.base, market.quote]))]

/** A user's opening balance: enough for some orders, but not for all. */
export function openingOf({ symbol, decimals }: Coin): bigint {
  if (symbol === 'CAMEL') return 60n
  return decimals === ETHEREUM.decimals ? 3n * 10n ** 18n : 4_000_000_000n
}

/** The opening balance of the operator's inventory: for a coin with narrow bounds, the middle between them. */
export function openingInventoryOf(coin: Coin): bigint {
  const { inventoryMin: min } = coin.quickTrade
  const room = inventoryRoomOf(coin)
  return room === undefined ? openingOf(coin) : min + room
}

/** The distance from there to either bound, if the bounds are narrow. */
export function inventoryRoomOf({ quickTrade }: Coin): bigint | undefined {
  const { inventoryMin: min, inventoryMax: max } = quickTrade
  return max - min < 10n ** 12n ? (max - min) / 2n : undefined
}
