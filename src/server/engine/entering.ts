import type { Price } from '#domain/units.ts'
import type { Entry, Journal } from './journal.ts'
import type { Order } from './order.ts'
import type { Venue } from './state.ts'

/** An order on its way through the book. */
export interface Entering {
  readonly venue: Venue
  readonly order: Order
  /** The worst price that the order may trade at. */
  readonly bound: Price
  readonly entry: Entry
  readonly journal: Journal
  readonly at: number
  /** Of the command that brought it about. */
  readonly quoteInToman: Price | undefined
}
