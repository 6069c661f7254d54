import type { CancelAllOrders, CancelledOutcome, UnfinishedOutcome } from './commands.ts'
import { endOrder } from './end-order.ts'
import type { Journal } from './journal.ts'
import { openEntry } from './ledger.ts'
import { isWithdrawn, type Order } from './order.ts'
import type { EngineState } from './state.ts'
import { withdraw } from './withdraw.ts'

/**
 * Takes back every order of one user that stood when the command was first looked at, `most` of them at one go: whoever has a hundred
 * thousand does not hold up the others. Its answer counts them all, and is given when the last of them has ended.
 */
export function cancelAllOrders(
  state: EngineState,
  command: CancelAllOrders,
  journal: Journal,
): CancelledOutcome | UnfinishedOutcome {
  const { userId, at, most } = command
  const { count, newestId } = command.before ?? { count: 0, newestId: state.nextOrderId - 1 }
  const meant = chosenOrders(state.ordersOfUser.get(userId) ?? [], { ...command, newestId })
  const ending = meant.slice(0, most)
  withdraw(state, ending)
  for (const order of ending) {
    const entry = openEntry(state, journal, { kind: 'cancel', cause: order.id, at })
    endOrder(state, { order, entry, journal }, 'CANCELLED_BY_USER')
  }
  if (meant.length <= most) return { kind: 'cancelled', count: count + meant.length }
  return { kind: 'unfinished', next: { ...command, before: { count: count + most, newestId } } }
}

/** The first `most` of those that are meant, and one more where there is one. */
function chosenOrders(
  own: Iterable<Order>,
  { marketId, newestId, most }: Pick<CancelAllOrders, 'marketId' | 'most'> & { newestId: number },
): Order[] {
  const chosen: Order[] = []
  for (const order of own) {
    // What has expired meanwhile ends by that.
    if (isWithdrawn(order)) continue
    if (order.id > newestId || (marketId !== undefined && order.marketId !== marketId)) continue
    chosen.push(order)
    if (chosen.length > most) break
  }
  return chosen
}
