import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { getOrders } from '#contract/orders.ts'
import { type Ending, endingOf } from './ending.ts'
import type { Order } from './orders.queries.ts'
import { changedOrder, noteReported, wasReported } from './reported-orders.ts'

export interface EndedOrder {
  readonly order: Order
  readonly ending: Ending
}

/** Endings of this time become one toast. */
const GATHER_MS = 1_000

/**
 * Follows the stream's changes of own orders and passes on those that the user should know: how an order ended, and that a stop was triggered. What
 * a press on this page has said already is left out, and while a press awaits its answer nothing is said. Returns the function that stops it.
 */
export function followEndings(client: QueryClient, report: (ended: readonly EndedOrder[]) => void): () => void {
  const waiting = new Map<string, EndedOrder>()
  const statuses = new Map<string, Order['orderStatus']>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    // The answer may be about one of these orders, and its own toast says more.
    if (client.isMutating() > 0) {
      timer = setTimeout(flush, GATHER_MS)
      return
    }
    timer = undefined
    const ended = [...waiting.values()].filter(({ order }) => !wasReported(order))
    waiting.clear()
    for (const { order } of ended) noteReported(order)
    if (ended.length > 0) report(ended)
  }
  const { unsubscribe } = changedOrder.subscribe((order) => {
    if (!order) return
    const before = statuses.get(order.id) ?? statusInLists(client, order.id)
    statuses.set(order.id, order.orderStatus)
    const ending = before === 'PENDING' && order.orderStatus === 'IS_OPEN' ? 'triggered' : endingOf(order)
    if (ending === undefined) return
    waiting.set(order.id, { order, ending })
    timer ??= setTimeout(flush, GATHER_MS)
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}

/** The status under which a list of open orders shows an order now. */
function statusInLists(client: QueryClient, id: string): Order['orderStatus'] | undefined {
  const lists = client.getQueriesData<InfiniteData<Reply<typeof getOrders>>>({ queryKey: [getOrders.path, 'open'] })
  for (const [, list] of lists)
    for (const { content } of list?.pages ?? [])
      for (const order of content) if (order.id === id) return order.orderStatus
  return undefined
}
