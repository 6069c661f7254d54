import type { Side } from '#domain/order.ts'
import type { Amount, Price } from '#domain/units.ts'

/** A committed trade of the book. Quick trades are made with the exchange itself and make no market price. */
export interface MarketTrade {
  readonly id: number
  readonly marketId: number
  readonly takerSide: Side
  readonly unitPrice: Price
  readonly amount: Amount
  readonly takerUserId: number
  /** Milliseconds since 1970. */
  readonly at: number
}
