import type { Side } from './order.ts'
import type { Amount, Price } from './units.ts'

/** A trade on the book, at the price of the order that was there first, or a quick trade. */
export interface Trade {
  readonly id: number
  readonly marketId: number
  readonly takerSide: Side
  readonly unitPrice: Price
  readonly amount: Amount
  /** What the amount cost in quote coins, before fees. */
  readonly value: Amount
  readonly takerOrderId: number
  /** Absent for a quick trade, whose other side is the inventory. */
  readonly makerOrderId: number | undefined
  readonly takerUserId: number
  readonly makerUserId: number
  readonly takerFee: Amount
  readonly makerFee: Amount
  /** Toman per quote coin at that time; absent where the quote is Toman itself, or was unknown. */
  readonly quoteInToman: Price | undefined
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The parts of a trade's fee that went to the inviter of the party that paid it, and back to that party. */
export interface Reward {
  readonly tradeId: number
  readonly inviterId: number
  readonly inviteeId: number
  readonly coinId: number
  readonly amount: Amount
  /** At the price of the trade; absent where it was unknown. */
  readonly valueInToman: Amount | undefined
  /** What the invitee got back. */
  readonly friendAmount: Amount
  readonly friendValueInToman: Amount | undefined
}

/** A committed trade of the book, as the market sees it. Quick trades are between a customer and the inventory and make no market price. */
export type MarketTrade = Pick<Trade, 'id' | 'marketId' | 'takerSide' | 'unitPrice' | 'amount' | 'takerUserId' | 'at'>
