import type { Coin } from '#domain/coin.ts'
import type { Market } from '#domain/market.ts'
import { amount, ppm, price } from '#domain/units.ts'
import { CAMEL, DUST, ETHEREUM, GOLD, TETHER, TOMAN } from './coins.ts'

/**
 * An active market of `base` in `quote`: any amount and total, a tick of one unit of 10⁻⁸, a protection band of 5 %, a warning beyond 10 %,
 * and up to a million open orders per user.
 */
export function aMarket({
  id,
  base,
  quote,
  ...rest
}: Partial<Market> & { id: number; base: Coin; quote: Coin }): Market {
  return {
    id,
    symbol: `${base.symbol}_${quote.symbol}`,
    base,
    quote,
    tick: price(1n),
    minAmount: amount(1n),
    maxAmount: amount(10n ** 30n),
    minTotal: amount(0n),
    openOrdersMax: 1_000_000,
    active: true,
    hours: 'always',
    protectionBand: ppm(50_000n),
    forceWarning: ppm(100_000n),
    limitPriceMin: ppm(200_000n),
    limitPriceMax: ppm(5_000_000n),
    ...rest,
  }
}

export const GOLD_TOMAN = aMarket({ id: 3, base: GOLD, quote: TOMAN })
export const TETHER_TOMAN = aMarket({ id: 2, base: TETHER, quote: TOMAN })
export const ETHEREUM_TETHER = aMarket({ id: 105, base: ETHEREUM, quote: TETHER })
export const CAMEL_DUST = aMarket({ id: 9, base: CAMEL, quote: DUST })

export const MARKETS: readonly Market[] = [GOLD_TOMAN, TETHER_TOMAN, ETHEREUM_TETHER, CAMEL_DUST]
