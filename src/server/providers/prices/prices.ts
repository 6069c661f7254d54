import type { Price } from '#domain/units.ts'
import type { Unavailable } from '../call-vendor.ts'

/** The coins of a first start that are quoted in dollars. GOLD is quoted in Toman and stands apart. */
export const DOLLAR_COINS = [
  'BITCOIN',
  'BITCOIN_CASH',
  'DOGE_COIN',
  'LITE_COIN',
  'DASH',
  'ETHEREUM',
  'CLASSIC_ETHEREUM',
  'TETHER',
  'TRON',
  'CELO',
  'MATIC',
  'RIPPLE',
  'STELLAR',
  'ELROND',
  'BINANCE_COIN_BSC',
] as const

export type DollarCoin = (typeof DOLLAR_COINS)[number]

/** What CoinGecko calls the coins of a first start. MATIC lives on as POL. */
export const COINGECKO_IDS = {
  BITCOIN: 'bitcoin',
  BITCOIN_CASH: 'bitcoin-cash',
  DOGE_COIN: 'dogecoin',
  LITE_COIN: 'litecoin',
  DASH: 'dash',
  ETHEREUM: 'ethereum',
  CLASSIC_ETHEREUM: 'ethereum-classic',
  TETHER: 'tether',
  TRON: 'tron',
  CELO: 'celo',
  MATIC: 'polygon-ecosystem-token',
  RIPPLE: 'ripple',
  STELLAR: 'stellar',
  ELROND: 'elrond-erd-2',
  BINANCE_COIN_BSC: 'binancecoin',
} as const satisfies Record<DollarCoin, string>

export interface Quote {
  readonly price: Price
  /** Signed decimal text of at most four decimals, "-1.25" is a fall of 1.25 %; `undefined` where the source has none. */
  readonly change24hPercent: string | undefined
  /** When the source saw this price, which may be long before we asked: its age is measured from here. */
  readonly at: Date
}

export interface Quotes {
  /** The oldest of the quotes below. */
  readonly at: Date
  /** Toman per dollar, as a customer meets them: `buy` is what one pays, `sell` what one gets; buy ≥ sell. */
  readonly tomanPerUsd: { readonly buy: Quote; readonly sell: Quote }
  /** Dollars per coin, by its symbol. A coin that the source does not know is absent, never zero. */
  readonly usdPerCoin: ReadonlyMap<string, Quote>
  /** Toman per gram of 18-carat gold. */
  readonly tomanPerGoldGram: Quote
}

export type QuotesOutcome = ({ readonly kind: 'quotes' } & Quotes) | Unavailable

/** What the source of dollar prices calls each coin, by the coin's symbol. */
export type PriceSources = ReadonlyMap<string, string>

export interface PriceFeed {
  /** The latest quotes of every source together; unavailable when any source is. */
  quotes(sources: PriceSources): Promise<QuotesOutcome>
}

/** What the source of dollar prices quotes under an ID now; no quote where it knows none. */
export type FindDollarPrice = (
  id: string,
) => Promise<{ readonly kind: 'asked'; readonly quote: Quote | undefined } | Unavailable>

/** One bar of a sandbox's made-up past. */
export interface PastCandle {
  readonly opensAt: Date
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  /** Whole base coins, as decimal text. */
  readonly volume: string
}

export interface PastWanted {
  readonly base: DollarCoin | 'GOLD'
  readonly quote: 'TOMAN' | 'TETHER'
  /** The end of the last bar. */
  readonly until: Date
  readonly count: number
  readonly stepMs: number
}
