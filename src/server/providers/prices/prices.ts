import type { Price } from '#domain/units.ts'
import type { Unavailable } from '../call-vendor.ts'

/** The coins of a first start with prices in dollars. GOLD is priced in Toman and not among them. */
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

/** CoinGecko's IDs of the coins of a first start. MATIC continues as POL. */
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
  /** Signed decimal text of at most four decimals: "-1.25" is a fall of 1.25 %; `undefined` if the source has none. */
  readonly change24hPercent: string | undefined
  /** When the source saw this price, which may be long before we asked: its age counts from here. */
  readonly at: Date
}

export interface Quotes {
  /** The time of the oldest of the quotes below. */
  readonly at: Date
  /** Toman per dollar from a customer's view: `buy` is paid, `sell` is received; buy ≥ sell. */
  readonly tomanPerUsd: { readonly buy: Quote; readonly sell: Quote }
  /** Dollars per coin, by its symbol. A coin unknown to the source is absent, never zero. */
  readonly usdPerCoin: ReadonlyMap<string, Quote>
  /** Toman per gram of 18-carat gold. */
  readonly tomanPerGoldGram: Quote
}

export type QuotesOutcome = ({ readonly kind: 'quotes' } & Quotes) | Unavailable

/** The ID of each coin at the source of dollar prices, by the coin's symbol. */
export type PriceSources = ReadonlyMap<string, string>

export interface PriceFeed {
  /** The latest quotes of all sources together; unavailable if any source is. */
  quotes(sources: PriceSources): Promise<QuotesOutcome>
}

/** Finds the present dollar price of an ID; no quote if the source does not know it. */
export type FindDollarPrice = (
  id: string,
) => Promise<{ readonly kind: 'asked'; readonly quote: Quote | undefined } | Unavailable>

/** One bar of a sandbox's generated past. */
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
