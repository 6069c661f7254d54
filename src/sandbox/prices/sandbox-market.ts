import { powerOfTen } from '#domain/decimal.ts'
import { PRICE_DECIMALS, type Price, price } from '#domain/units.ts'
import type { DollarCoin } from '#server/providers/prices/prices.ts'
import { seedFor, walkAt } from './walk.ts'

/** Coins that operators may add, with their CoinGecko IDs. */
export const FURTHER_COINS = [
  { symbol: 'CARDANO', id: 'cardano' },
  { symbol: 'SOLANA', id: 'solana' },
  { symbol: 'POLKADOT', id: 'polkadot' },
  { symbol: 'AVALANCHE', id: 'avalanche-2' },
  { symbol: 'CHAINLINK', id: 'chainlink' },
  { symbol: 'TONCOIN', id: 'the-open-network' },
] as const

/** DOLLAR and GOLD (a gram of 18 carat) are priced in Toman, coins in dollars. */
export type SandboxSymbol = DollarCoin | (typeof FURTHER_COINS)[number]['symbol'] | 'GOLD' | 'DOLLAR'

interface Character {
  /** The price around which it moves: that of November 2026. */
  readonly level: number
  /** The decimals of its quoted price. */
  readonly decimals: number
  /** How strongly it follows each common walk. */
  readonly follows: { readonly crypto?: number; readonly rial?: number; readonly bullion?: number }
  /** Its own daily spread in addition. */
  readonly ownSpread: number
}

const CHARACTERS = {
  BITCOIN: { level: 92_000, decimals: 2, follows: { crypto: 1 }, ownSpread: 0.006 },
  BITCOIN_CASH: { level: 510, decimals: 2, follows: { crypto: 1.1 }, ownSpread: 0.016 },
  DOGE_COIN: { level: 0.155, decimals: 5, follows: { crypto: 1.4 }, ownSpread: 0.022 },
  LITE_COIN: { level: 88, decimals: 2, follows: { crypto: 1.1 }, ownSpread: 0.014 },
  DASH: { level: 58, decimals: 2, follows: { crypto: 1 }, ownSpread: 0.028 },
  ETHEREUM: { level: 3_100, decimals: 2, follows: { crypto: 1.25 }, ownSpread: 0.011 },
  CLASSIC_ETHEREUM: { level: 14.2, decimals: 3, follows: { crypto: 1.2 }, ownSpread: 0.014 },
  TETHER: { level: 1, decimals: 4, follows: {}, ownSpread: 0.0003 },
  TRON: { level: 0.285, decimals: 5, follows: { crypto: 0.7 }, ownSpread: 0.009 },
  CELO: { level: 0.19, decimals: 5, follows: { crypto: 1.3 }, ownSpread: 0.024 },
  MATIC: { level: 0.148, decimals: 5, follows: { crypto: 1.3 }, ownSpread: 0.02 },
  RIPPLE: { level: 2.15, decimals: 4, follows: { crypto: 1.2 }, ownSpread: 0.016 },
  STELLAR: { level: 0.252, decimals: 5, follows: { crypto: 1.2 }, ownSpread: 0.016 },
  ELROND: { level: 9.4, decimals: 3, follows: { crypto: 1.3 }, ownSpread: 0.02 },
  BINANCE_COIN_BSC: { level: 905, decimals: 2, follows: { crypto: 0.9 }, ownSpread: 0.01 },
  CARDANO: { level: 0.42, decimals: 5, follows: { crypto: 1.3 }, ownSpread: 0.018 },
  SOLANA: { level: 138, decimals: 2, follows: { crypto: 1.4 }, ownSpread: 0.018 },
  POLKADOT: { level: 2.4, decimals: 4, follows: { crypto: 1.3 }, ownSpread: 0.02 },
  AVALANCHE: { level: 14.5, decimals: 3, follows: { crypto: 1.4 }, ownSpread: 0.022 },
  CHAINLINK: { level: 13.2, decimals: 3, follows: { crypto: 1.3 }, ownSpread: 0.018 },
  TONCOIN: { level: 1.6, decimals: 4, follows: { crypto: 1 }, ownSpread: 0.02 },
  DOLLAR: { level: 115_000, decimals: 0, follows: { rial: 1 }, ownSpread: 0.001 },
  GOLD: { level: 11_500_000, decimals: 0, follows: { rial: 1, bullion: 1 }, ownSpread: 0.0015 },
} satisfies Record<SandboxSymbol, Character>

/** Daily spreads of the common walks, which move many prices together. */
const COMMON_SPREADS = { crypto: 0.02, rial: 0.007, bullion: 0.008 } as const

export interface SandboxMarket {
  /** The middle price of a symbol at an instant. The same seed and instant always give the same price. */
  priceAt(symbol: SandboxSymbol, atMs: number): Price
}

/** Realistic price movements: coins move together and individually, gold with the dollar. Deterministic by seed. */
export function createSandboxMarket({ seed }: { seed: number }): SandboxMarket {
  const common = (name: keyof typeof COMMON_SPREADS, atMs: number) =>
    walkAt({ seed: seedFor(seed, name), dailySpread: COMMON_SPREADS[name] }, atMs)

  return {
    priceAt(symbol, atMs) {
      const { level, decimals, follows, ownSpread }: Character = CHARACTERS[symbol]
      let logarithm = walkAt({ seed: seedFor(seed, symbol), dailySpread: ownSpread }, atMs)
      if (follows.crypto !== undefined) logarithm += follows.crypto * common('crypto', atMs)
      if (follows.rial !== undefined) logarithm += follows.rial * common('rial', atMs)
      if (follows.bullion !== undefined) logarithm += follows.bullion * common('bullion', atMs)
      const ticks = BigInt(Math.round(level * Math.exp(logarithm) * 10 ** decimals))
      return price(ticks * powerOfTen(PRICE_DECIMALS - decimals))
    },
  }
}

/**
 * The same market with a memory of every requested price, since the pasts of all markets are made of the same few prices at the same
 * instants. For one pass over the past: the memory is freed with this object.
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
