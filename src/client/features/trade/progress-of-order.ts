import { decodeAmount } from '#client/lib/decode.ts'
import type { Order } from '#client/lib/orders.queries.ts'
import { tradedPrice } from '#client/lib/traded-price.ts'

/** How far an order has come: what is said when it was placed. */
export type Progress =
  | 'waiting'
  | 'resting'
  | 'partlyResting'
  | 'filled'
  | 'partlyClosed'
  | 'unfilled'
  | 'cancelled'
  | 'expired'

interface Scale {
  readonly decimals: number
}

export interface OrderProgress {
  readonly progress: Progress
  /** What it cost on average, of what has traded. */
  readonly averagePrice: string | undefined
}

/** What has become of an order by now, whatever its status is called. */
export function progressOfOrder(order: Order, { base, quote }: { base: Scale; quote: Scale }): OrderProgress {
  const executed = decodeAmount(order.executedAmount, base)
  return {
    progress: progressOf(order.orderStatus, {
      hasTraded: executed > 0n,
      isWhole: executed === decodeAmount(order.amount, base),
    }),
    averagePrice: tradedPrice(order, { base, quote }),
  }
}

function progressOf(
  status: Order['orderStatus'],
  { hasTraded, isWhole }: { hasTraded: boolean; isWhole: boolean },
): Progress {
  switch (status) {
    case 'PENDING':
    case 'RAISED_BY_USER':
    case 'ACCEPTED':
      return 'waiting'
    case 'IS_OPEN':
      return hasTraded ? 'partlyResting' : 'resting'
    case 'FINISHED_WITH_TRANSACTION':
    case 'DONE':
      return isWhole ? 'filled' : 'partlyClosed'
    case 'FINISHED_WITHOUT_TRANSACTION':
    case 'FAILED':
      return 'unfilled'
    case 'CANCELLED_BY_USER':
    case 'CANCELLED_BY_ADMIN':
      return 'cancelled'
    case 'EXPIRED':
      return 'expired'
  }
}
