import type { Charges } from '#domain/fee.ts'
import type { Market } from '#domain/market.ts'
import type { MarketState } from '#domain/market-state.ts'
import type { Side } from '#domain/order.ts'
import type { Transfers } from '#domain/transfers.ts'
import type { Price } from '#domain/units.ts'
import type { Withdrawer } from '#domain/withdrawal.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Queryable } from '../store/database.ts'
import type { KeptPrices } from './kept-prices.ts'

/** What the trading verbs work with; put together in main. */
export interface Trading {
  readonly database: Queryable
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly quotes: QuickTradeQuotes
  /** The prices that are kept for those who were shown them. */
  readonly keptPrices: KeptPrices
  /** Toman per whole coin that a market is priced in, as last known; absent for Toman itself, or where nobody knows. */
  readonly quoteInToman: (market: Market) => Price | undefined
  /** The feed's price of a market; absent where the feed has none, or too old a one. */
  readonly referencePrice: (market: Market) => Price | undefined
  /** How a market stands at a moment, milliseconds since 1970. */
  readonly marketStateAt: (market: Market, atMs: number) => MarketState
  /** What decides whether anything may leave for a user, read now. */
  readonly readWithdrawer: (userId: number) => Promise<Withdrawer>
  /** What can be sent outside now. */
  readonly transfers: Transfers
  readonly now: () => number
}

/** The quick-trade prices. */
export interface QuickTradeQuotes {
  /** The present price and until when it is fresh, milliseconds since 1970, or that the feed is too old to trade at. */
  quoteFor(market: Market, side: Side): { readonly price: Price; readonly goodUntil: number } | 'stale'
  /** Until when a customer may hold a price that was shown, milliseconds since 1970; `undefined` where it was none. */
  honouredUntil(
    market: Market,
    shown: { readonly side: Side; readonly price: Price; readonly nowMs: number },
  ): number | undefined
}

/** The caller, as far as trading cares. */
export interface Trader {
  readonly userId: number
  readonly supervisor: boolean
  readonly charges: Charges
}

/** The market of a stored row; rows never outlive their market. */
export function marketOf({ markets }: Catalogue, id: number): Market {
  const market = markets.find((candidate) => candidate.id === id)
  if (!market) throw new Error(`market ${id} is stored but not in the catalogue`)
  return market
}

/** Whether an order was executed under this key: a repeat, which is answered as the first time, though the market's rules may be others by now. */
export const wasExecuted = async ({ exchange }: Trading, { userId }: Trader, key: string): Promise<boolean> =>
  (await exchange.findOutcome({ userId, key }))?.kind === 'order'
