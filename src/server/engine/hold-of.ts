import { wholePrice } from '#domain/market.ts'
import { type Amount, type Price, ZERO } from '#domain/units.ts'
import type { Entry, Journal } from './journal.ts'
import { post } from './ledger.ts'
import type { Order } from './order.ts'
import type { Venue } from './state.ts'

/** What an order of this side blocks for `quantity` at its limit; rounded up, so that a hold is never one unit short. */
export function holdFor(
  { side, quantity, unitPrice }: { side: Order['side']; quantity: Amount; unitPrice: Price },
  market: Venue['market'],
): Amount {
  return side === 'SELL' ? quantity : wholePrice({ quantity, unitPrice, market }, 'up')
}

/** The coin that an order of this side spends. */
export const spentCoin = ({ market }: Venue, side: Order['side']) => (side === 'BUY' ? market.quote : market.base)

interface Holding {
  readonly order: Order
  readonly entry: Entry
  readonly journal: Journal
}

/** Blocks what the rest of an order needs at its limit. */
export function takeHold({ order, entry, journal }: Holding, needed: Amount): void {
  order.held = needed
  post(journal, entry, order.wallet, 'available', -needed)
  post(journal, entry, order.wallet, 'blocked', needed)
}

/** What is still blocked for an order is free again. */
export function giveBackHold({ order, entry, journal }: Holding): void {
  post(journal, entry, order.wallet, 'blocked', -order.held)
  post(journal, entry, order.wallet, 'available', order.held)
  order.held = ZERO
}
