import type { Price } from '#domain/units.ts'
import type { Admission } from './admit.ts'
import type { Entry, Journal } from './journal.ts'
import type { Order } from './order.ts'
import type { Venue } from './state.ts'

/** An order on its way through the book. */
export interface Entering {
  readonly venue: Venue
  readonly order: Order
  /** That its terms were judged by the book that it enters. */
  readonly admission: Admission
  readonly entry: Entry
  readonly journal: Journal
  readonly at: number
  /** Of the command that brought it about. */
  readonly quoteInToman: Price | undefined
}
