import type { Side } from './order.ts'
import type { Amount, Price } from './units.ts'

/** A trade on the book, at the price of the earlier order, or a quick trade. */
export interface Trade {
  readonly id: number
  readonly marketId: number
  readonly takerSide: Side
  readonly unitPrice: Price
  readonly amount: Amount
  /** The price of the amount in quote coins, before fees. */
  readonly value: Amount
  readonly takerOrderId: number
  /** Absent for a quick trade, whose counterparty is the inventory. */
  readonly makerOrderId: number | undefined
  readonly takerUserId: number
  readonly makerUserId: number
  readonly takerFee: Amount
  readonly makerFee: Amount
  /** Toman per quote coin at that time; absent if the quote coin is Toman, or the price was unknown. */
  readonly quoteInToman: Price | undefined
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The parts of a trade's fee for the inviter of the paying party, and back to that party. */
export interface Reward {
  readonly tradeId: number
  readonly inviterId: number
  readonly inviteeId: number
  readonly coinId: number
  readonly amount: Amount
  /** Valued at the price of the trade; absent if unknown. */
  readonly valueInToman: Amount | undefined
  /** The part returned to the invitee. */
  readonly friendAmount: Amount
  readonly friendValueInToman: Amount | undefined
}

/** A committed trade of the book, as the market sees it. Quick trades are between a customer and the inventory and set no market price. */
export type MarketTrade = Pick<Trade, 'id' | 'marketId' | 'takerSide' | 'unitPrice' | 'amount' | 'takerUserId' | 'at'>
