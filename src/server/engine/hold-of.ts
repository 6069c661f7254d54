import { wholePrice } from '#domain/market.ts'
import { type Amount, amount, type Price, ZERO } from '#domain/units.ts'
import type { Entry, Journal } from './journal.ts'
import { move } from './ledger.ts'
import type { Order } from './order.ts'
import { type EngineState, type Venue, walletOf } from './state.ts'

export const remainingOf = (order: Order): Amount => amount(order.amount - order.executed)

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
  readonly venue: Venue
  readonly order: Order
  readonly entry: Entry
  readonly journal: Journal
}

const walletFor = (state: EngineState, venue: Venue, { userId, side }: Order) =>
  walletOf(state, { ownerId: userId, coinId: spentCoin(venue, side).id })

/** Blocks what the rest of an order needs at its limit. */
export function takeHold(state: EngineState, { venue, order, entry, journal }: Holding, unitPrice: Price): void {
  const wallet = walletFor(state, venue, order)
  order.held = holdFor({ side: order.side, quantity: remainingOf(order), unitPrice }, venue.market)
  move(journal, entry, {
    from: { wallet, bucket: 'available' },
    to: { wallet, bucket: 'blocked' },
    quantity: order.held,
  })
}

/** What is still blocked for an order is free again. */
export function giveBackHold(state: EngineState, { venue, order, entry, journal }: Holding): void {
  const wallet = walletFor(state, venue, order)
  move(journal, entry, {
    from: { wallet, bucket: 'blocked' },
    to: { wallet, bucket: 'available' },
    quantity: order.held,
  })
  order.held = ZERO
}
