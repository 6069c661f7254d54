import { type Rejected, rejected } from '#contract/rejected.ts'
import type { OrderRecord } from '#domain/order.ts'
import { isStanding } from '#domain/order-life-cycle.ts'
import { findAnyOrder } from '../../store/trading/find-any-order.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'

/**
 * Cancels an order of anybody. The order of the operator is in the log before the command goes to the exchange, since a command is
 * no part of our transactions; a refusal follows it there. Refuses ORDER_NOT_FOUND, ORDER_NOT_OPEN.
 */
export async function cancelAnyOrder(
  { accounts: { database, now }, exchange }: Pick<ConsoleServices, 'accounts' | 'exchange'>,
  { orderId, key }: { orderId: number; key: string },
  act: Act,
): Promise<OrderRecord | Rejected> {
  const order = await findAnyOrder(database, orderId)
  if (!order) return rejected('ORDER_NOT_FOUND')
  const { userId } = order
  const log = (kind: string) =>
    database.transaction((tx) => recordAct(tx, act, { at: now(), kind, userId, details: { order: orderId } }))
  if (isStanding(order.status)) await log('ORDER_CANCEL_ORDERED')
  const result = await exchange.submit({
    type: 'cancelOrder',
    userId,
    orderId,
    byOperator: true,
    key: `operator:${key}`,
    fingerprint: `operator cancels ${orderId}`,
  })
  if (result.kind === 'refused' && result.code === 'IDEMPOTENCY_KEY_REUSED') return rejected(result.code)
  const isCancelled = result.kind === 'order' && result.status === 'CANCELLED_BY_ADMIN'
  if (!isCancelled && isStanding(order.status)) await log('ORDER_CANCEL_REFUSED')
  return isCancelled ? ((await findAnyOrder(database, orderId)) ?? order) : rejected('ORDER_NOT_OPEN')
}
