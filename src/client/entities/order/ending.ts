import { isQuickTradeStatus } from '#domain/order.ts'
import type { Order } from './orders.queries.ts'

/** The end of an order in one word, for its toast; `triggered` is the end of a stop's wait. */
export type Ending =
  | 'filled'
  | 'partly'
  | 'unfilled'
  | 'otherLeg'
  | 'cancelled'
  | 'cancelledByKimia'
  | 'expired'
  | 'triggered'

const hasTraded = ({ executedAmount }: Pick<Order, 'executedAmount'>) => /[1-9]/.test(executedAmount)

/** Whether a part of an order has traded, and a part has not. */
export const isPartly = ({ executedAmount, executedPercent }: Pick<Order, 'executedAmount' | 'executedPercent'>) =>
  hasTraded({ executedAmount }) && executedPercent < 100

/** How an order of the book has ended; `undefined` while it is open, and for a quick trade, which has a receipt. */
export function endingOf(order: Order): Ending | undefined {
  switch (order.orderStatus) {
    case 'FINISHED_WITH_TRANSACTION':
      return isPartly(order) ? 'partly' : 'filled'
    case 'FINISHED_WITHOUT_TRANSACTION':
      return order.linkedOrderId ? 'otherLeg' : 'unfilled'
    case 'CANCELLED_BY_USER':
      return 'cancelled'
    case 'CANCELLED_BY_ADMIN':
      return 'cancelledByKimia'
    case 'EXPIRED':
      return 'expired'
    default:
      return undefined
  }
}

/** Why an order, or the rest of one, was closed by its own terms. */
export type EndingReason = 'otherLeg' | 'immediate' | 'whole' | 'postOnly' | 'ownOrder'

/** The rules of the engine, read backwards: an order without such terms is closed only where it would have met one of its own user. */
export function endingReason(order: Order): EndingReason | undefined {
  const ending = endingOf(order)
  if (ending === 'otherLeg') return 'otherLeg'
  if ((ending !== 'unfilled' && ending !== 'partly') || isQuickTradeStatus(order.orderStatus)) return undefined
  if (order.timeInForce === 'FOK') return 'whole'
  if (order.timeInForce === 'IOC') return 'immediate'
  // A stop alone may end so: another order that would trade immediately is refused.
  if (ending === 'unfilled' && order.postOnly) return 'postOnly'
  return 'ownOrder'
}
