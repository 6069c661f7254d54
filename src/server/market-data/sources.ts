import { rejected } from '#contract/rejected.ts'
import type { Market } from '#domain/market.ts'
import type { MarketState } from '#domain/market-state.ts'
import type { Transfers } from '#domain/transfers.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { MarketWatch } from './market-watch.ts'
import type { PriceBoard } from './price-board.ts'

/** The sources of the routes of this room. */
export interface MarketDataSources {
  readonly catalogue: Catalogue
  /** The ways in and out that work now. */
  readonly transfers: Transfers
  /** The account of a sandbox's simulated traders, if they exist or existed. */
  readonly sandboxTradersId: number | undefined
  readonly watch: MarketWatch
  readonly board: PriceBoard
  /** The state of a market at a moment, milliseconds since 1970. */
  readonly marketStateAt: (market: Market, atMs: number) => MarketState
  readonly now: () => number
  /**
   * The version of all markets together, up to a quarter of a second old, for answers about all of them: under load it changes with every
   * commit, and a list for each commit would take a whole core.
   */
  readonly versionOfAll: (nowMs: number) => number
}

/** Figures change with the market and, as a day and a week pass, with time: an update once a second is enough. */
export const changeKey = (version: string, nowMs: number) => `${version} ${Math.floor(nowMs / 1_000)}`

/** Builds a value per market and keeps it under the market's symbol. */
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

/** The markets in public lists: those that operators have ended are not among them. */
export const listedMarkets = ({ catalogue }: Pick<MarketDataSources, 'catalogue'>): readonly Market[] =>
  catalogue.markets.filter(({ active }) => active)

/** The markets that are priced in a coin, listed again when one is added. */
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
