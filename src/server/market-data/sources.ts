import { rejected } from '#contract/rejected.ts'
import type { Market } from '#domain/market.ts'
import type { MarketState } from '#domain/market-state.ts'
import type { Transfers } from '#domain/transfers.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { BankLimits } from '../store/market-data/read-bank-limits.ts'
import type { MarketWatch } from './market-watch.ts'
import type { PriceBoard } from './price-board.ts'

/** What the routes of this room speak for. */
export interface MarketDataSources {
  readonly catalogue: Catalogue
  readonly bankLimits: readonly BankLimits[]
  /** What can be brought in and taken out now. */
  readonly transfers: Transfers
  /** The account of a sandbox's traders, where there are or were any. */
  readonly sandboxTradersId: number | undefined
  readonly watch: MarketWatch
  readonly board: PriceBoard
  /** How a market stands at a moment, milliseconds since 1970. */
  readonly marketStateAt: (market: Market, atMs: number) => MarketState
  readonly now: () => number
  /**
   * Of all markets together, for what tells of them all, and up to a quarter of a second old: while orders pour in they change with every
   * commit, and a list for each would take a core.
   */
  readonly versionOfAll: (nowMs: number) => number
}

/** Figures change with the market, and, as a day and a week pass, with time: within a second is soon enough. */
export const changeKey = (version: string, nowMs: number) => `${version} ${Math.floor(nowMs / 1_000)}`

/** Something of each market, kept under its symbol. */
export function perMarket<Kept>({ catalogue }: MarketDataSources, make: (market: Market) => Kept) {
  const kept = new Map<string, { readonly market: Market; readonly keep: Kept }>()
  return (symbol: string) => {
    const known = kept.get(symbol)
    if (known) return known
    const market = catalogue.marketBySymbol.get(symbol)
    if (!market) return undefined
    const made = { market, keep: make(market) }
    kept.set(symbol, made)
    return made
  }
}

/** The markets that are shown: those that operators have ended are in no list. */
export const listedMarkets = ({ catalogue }: Pick<MarketDataSources, 'catalogue'>): readonly Market[] =>
  catalogue.markets.filter(({ active }) => active)

/** The markets that are priced in a coin, listed again where one was added. */
export function marketsFor(
  { catalogue }: Pick<MarketDataSources, 'catalogue'>,
  quoteSymbol: string,
): () => readonly Market[] {
  let listed: { readonly revision: number; readonly markets: readonly Market[] } | undefined
  return () => {
    const { revision, markets } = catalogue
    if (listed?.revision !== revision)
      listed = { revision, markets: markets.filter(({ active, quote }) => active && quote.symbol === quoteSymbol) }
    return listed.markets
  }
}

export const unknownMarket = (field: string) => rejected('MARKET_NOT_FOUND', { field })
