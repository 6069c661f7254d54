import type { OrderStatus } from './order.ts'
import type { Amount } from './units.ts'

export interface OrderOutcome {
  readonly kind: 'order'
  readonly orderId: number
  readonly status: OrderStatus
  readonly executed: Amount
  readonly executedValue: Amount
  readonly wage: Amount
  /** When the command was first applied. */
  readonly at: number
}

export interface MovedOutcome {
  readonly kind: 'moved'
  readonly seq: number
}

export interface CancelledOutcome {
  readonly kind: 'cancelled'
  /** Orders that the command ended. */
  readonly count: number
}

export interface WithdrawalOutcome {
  readonly kind: 'withdrawal'
  readonly withdrawalId: number
}

/** The outcome that is remembered under a key. */
export type Outcome = OrderOutcome | MovedOutcome | CancelledOutcome | WithdrawalOutcome

/** The answer to a user's key, which a repeat gets again. */
export interface StoredAnswer {
  readonly userId: number
  readonly key: string
  readonly fingerprint: string
  readonly outcome: Outcome
  readonly at: number
}
