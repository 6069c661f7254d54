import { ZERO } from '#domain/units.ts'
import { remove } from './book.ts'
import { type CancelOrder, type OrderOutcome, type RefusedOutcome, refused } from './commands.ts'
import type { Journal } from './journal.ts'
import { move, openEntry } from './ledger.ts'
import { outcomeOf } from './outcome-of.ts'
import { type EngineState, venueOf, walletOf } from './state.ts'

/** Takes one's own order off the book; what is still held for it is free again. Refuses ORDER_NOT_OPEN. */
export function cancelOrder(state: EngineState, command: CancelOrder, journal: Journal): OrderOutcome | RefusedOutcome {
  const order = state.orders.get(command.orderId)
  if (!order || order.userId !== command.userId) return refused('ORDER_NOT_OPEN')
  const { market, book } = venueOf(state, order.marketId)
  remove(book, order)
  state.orders.delete(order.id)
  const coin = order.side === 'BUY' ? market.quote : market.base
  const wallet = walletOf(state, { ownerId: order.userId, coinId: coin.id })
  const entry = openEntry(state, journal, { kind: 'cancel', reference: `order:${order.id}`, at: command.at })
  move(journal, entry, {
    from: { wallet, bucket: 'blocked' },
    to: { wallet, bucket: 'available' },
    quantity: order.held,
  })
  order.held = ZERO
  order.status = 'CANCELLED_BY_USER'
  journal.orders.add(order)
  return outcomeOf(order, command.at)
}
