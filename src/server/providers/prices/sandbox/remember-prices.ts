import type { Price } from '#domain/units.ts'
import type { SandboxMarket, SandboxSymbol } from './sandbox-market.ts'

/**
 * The same market with a memory of every price that was asked for: all markets' pasts are made of the same few prices at the same
 * instants. For one pass over the past; what it remembers goes when it goes.
 */
export function rememberPrices(market: SandboxMarket): SandboxMarket {
  const known = new Map<SandboxSymbol, Map<number, Price>>()
  return {
    priceAt(symbol, atMs) {
      const prices = known.get(symbol) ?? new Map<number, Price>()
      known.set(symbol, prices)
      const price = prices.get(atMs) ?? market.priceAt(symbol, atMs)
      prices.set(atMs, price)
      return price
    },
  }
}
