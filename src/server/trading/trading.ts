import type { Input } from '#contract/endpoint.ts'
import type { quickBuy } from '#contract/exchange.ts'
import type { Rejected } from '#contract/rejected.ts'
import type { Coin } from '#domain/coin.ts'
import type { Charges } from '#domain/fee.ts'
import type { Destination } from '#domain/ledger.ts'
import type { Market } from '#domain/market.ts'
import type { Language, MarketState } from '#domain/market-state.ts'
import type { Side } from '#domain/order.ts'
import type { Amount, Price } from '#domain/units.ts'
import type { Withdrawer } from '#domain/withdrawal.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Queryable } from '../store/database.ts'
import type { KeptPrices } from './kept-prices.ts'

/** The dependencies of the trading functions, put together in main. */
export interface Trading {
  readonly database: Queryable
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly quotes: QuickTradeQuotes
  /** The prices kept for the users to whom they were shown. */
  readonly keptPrices: KeptPrices
  /** Toman per whole quote coin of a market, as last known; absent for Toman itself, or if unknown. */
  readonly quoteInToman: (market: Market) => Price | undefined
  /** The present value of this much of a coin in Toman; `undefined` if there is no price. */
  readonly inToman: (coin: Coin, quantity: Amount) => Amount | undefined
  /** The feed's price of a market; absent if the feed has none, or only a stale one. */
  readonly referencePrice: (market: Market) => Price | undefined
  /** The state of a market at a moment, milliseconds since 1970. */
  readonly marketStateAt: (market: Market, atMs: number) => MarketState
  readonly leaving: LeavingServices
  readonly now: () => number
}

/** The dependencies of a purchase that is sent to an outside address. */
export interface LeavingServices {
  /** Reads the facts that decide whether anything may leave for a user, to this destination if one is given. */
  readonly readWithdrawer: (userId: number, destination?: Destination) => Promise<Withdrawer>
  /** Checks where coins are to be sent. */
  readonly readCoinDestination: (asked: {
    readonly coin: Coin
    readonly tokenType: string | undefined
    readonly address: string
    readonly tag?: string | undefined
    readonly amount: Amount
  }) => Promise<Destination | Rejected>
  /** Uses up the code of one withdrawal or the answer of a passkey about it, or refuses it. */
  readonly takeProof: (
    given: LeavingProof & { readonly boundTo: string },
    buyer: Buyer,
  ) => Promise<Rejected | undefined>
}

/** The customer's own confirmation of what leaves: one of the two. */
export type LeavingProof = Pick<Input<typeof quickBuy>['body'], 'code' | 'passkey'>

/** The session of a customer who buys, and the device. */
export interface Buyer {
  readonly caller: { readonly userId: number; readonly sessionId: number }
  readonly ip: string
  readonly userAgent: string
  readonly language: Language
}

/** The quick-trade prices. */
export interface QuickTradeQuotes {
  /** The present price and the time until which it is valid, milliseconds since 1970, or that the feed is too old to trade at. */
  quoteFor(market: Market, side: Side): { readonly price: Price; readonly goodUntil: number } | 'stale'
  /** Until when a customer may use a price that was shown, milliseconds since 1970; `undefined` if it was never shown. */
  honouredUntil(
    market: Market,
    shown: { readonly side: Side; readonly price: Price; readonly nowMs: number },
  ): number | undefined
}

/** The facts about the caller that trading needs. */
export interface Trader {
  readonly userId: number
  readonly supervisor: boolean
  readonly charges: Charges
}

/** The market of a stored row. A row never outlives its market. */
export function marketOf({ markets }: Catalogue, id: number): Market {
  const market = markets.find((candidate) => candidate.id === id)
  if (!market) throw new Error(`market ${id} is stored but not in the catalogue`)
  return market
}

/** True if this key already placed an order; its repeat must get the first answer even if the market's rules have changed. */
export const wasExecuted = async ({ exchange }: Trading, { userId }: Trader, key: string): Promise<boolean> =>
  (await exchange.findOutcome({ userId, key }))?.kind === 'order'
