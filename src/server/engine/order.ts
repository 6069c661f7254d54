import type { Charges } from '#domain/fee.ts'
import type { Arrival, OrderKind, OrderStatus, OrderTerms, Side } from '#domain/order.ts'
import { type Amount, amount, type Price } from '#domain/units.ts'
import type { Wallet } from './wallet.ts'

/** One order as the engine holds it: changed in place by fills, in memory only while it is open. */
export interface Order {
  readonly id: number
  readonly userId: number
  readonly marketId: number
  readonly side: Side
  readonly kind: OrderKind
  /** The limit; a market order has none. */
  readonly unitPrice: Price | undefined
  readonly amount: Amount
  readonly charges: Charges
  readonly clientOrderId: string | undefined
  /** Milliseconds since 1970, from the command. */
  readonly createdAt: number
  readonly terms: OrderTerms
  /** Changed by `setStatus` alone, which knows what may follow what. */
  readonly status: OrderStatus
  /** Of a stop that was triggered. */
  arrival: Arrival | undefined
  executed: Amount
  /** Quote coins exchanged for the executed amount, before fees. */
  executedValue: Amount
  /** What is still blocked for it: quote coins of a buy, base coins of a sell. */
  held: Amount
  /** The fee so far, in the coin received. */
  wage: Amount
  /** Of its owner, in the coin that it spends: what is held for it is blocked there. */
  readonly wallet: Wallet
  /** Its place in the queue of its price, while it rests, or of its stop price, while it waits. */
  level: Level | undefined
  earlier: Order | undefined
  later: Order | undefined
}

/** It stands, and is on no book and among no stops any more: its end is only to be written. Only of orders that stand. */
export const isWithdrawn = ({ level }: Order): boolean => level === undefined

export const remainingOf = ({ amount: whole, executed }: Order): Amount => amount(whole - executed)

export interface Trade {
  readonly id: number
  readonly marketId: number
  readonly takerSide: Side
  readonly unitPrice: Price
  readonly amount: Amount
  readonly value: Amount
  readonly takerOrderId: number
  /** Absent when the house took the other side of a quick trade. */
  readonly makerOrderId: number | undefined
  readonly takerUserId: number
  readonly makerUserId: number
  /** Toman per quote coin at that time; absent where the quote is Toman itself, or nobody knew. */
  readonly quoteInToman: Price | undefined
  readonly takerFee: Amount
  readonly makerFee: Amount
  readonly at: number
}

/** The part of a trade's fee that went to whoever invited the one who paid it. */
export interface Reward {
  readonly tradeId: number
  readonly inviterId: number
  readonly inviteeId: number
  readonly coinId: number
  readonly amount: Amount
  /** At the price of the trade; absent where nobody knew it. */
  readonly valueInToman: Amount | undefined
}

/** The orders of one price, oldest first, as a doubly linked queue: cancelling one does not move the others. */
export interface Level {
  readonly side: BookSide
  readonly price: Price
  /** What its orders still want, together. */
  volume: Amount
  first: Order | undefined
  last: Order | undefined
}

/** One side of a book. The best price stands last, so that what happens near it moves nothing else. */
export interface BookSide {
  readonly side: Side
  levels: Level[]
}
