import { type Rejected, rejected } from '#contract/rejected.ts'
import { DAY_MS } from '#domain/durations.ts'
import { isStanding, type OrderRecord } from '#domain/order.ts'
import { serverKey } from '../../exchange/exchange.ts'
import { isCancelLogged, readUnfinishedCancels } from '../../store/accounts/audit-log.ts'
import { lockAccountFacts } from '../../store/accounts/console-users.ts'
import { findAnyOrder } from '../../store/trading/orders.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'

/**
 * Cancels anybody's order. The operator's instruction is logged before the command goes to the exchange, since a command is
 * not part of our transactions; its outcome is logged after it: the refusal, or the end. If the process stops before the end is logged,
 * a repeat or `finishCancels` logs it. Refuses ORDER_NOT_FOUND, ORDER_NOT_OPEN.
 */
export async function cancelAnyOrder(
  services: Pick<ConsoleServices, 'accounts' | 'exchange'>,
  { orderId, key }: { orderId: number; key: string },
  act: Act,
): Promise<OrderRecord | Rejected> {
  const { accounts, exchange } = services
  const { database, now } = accounts
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
    key: serverKey(`operator:${key}`),
    fingerprint: `operator cancels ${orderId}`,
  })
  if (result.kind === 'refused' && result.code === 'IDEMPOTENCY_KEY_REUSED') return rejected(result.code)
  const isCancelled = result.kind === 'order' && result.status === 'CANCELLED_BY_ADMIN'
  if (!isCancelled) {
    if (isStanding(order.status)) await log('ORDER_CANCEL_REFUSED')
    return rejected('ORDER_NOT_OPEN')
  }
  await finishCancel(services, { userId, orderId }, act)
  return (await findAnyOrder(database, orderId)) ?? order
}

type Finishing = Pick<ConsoleServices, 'accounts'>

/** Records that an order was cancelled: once, however often it is called. The commit itself notifies its owner. */
async function finishCancel(
  { accounts: { database, now } }: Finishing,
  { userId, orderId }: { userId: number; orderId: number },
  act: Act,
): Promise<void> {
  const at = now()
  await database.transaction(async (tx) => {
    // The lock puts two calls about one order in turn.
    await lockAccountFacts(tx, userId)
    if (await isCancelLogged(tx, { userId, orderId })) return
    await recordAct(tx, act, { at, kind: 'ORDER_CANCELLED_BY_OPERATOR', userId, details: { order: orderId } })
  })
}

/** Finishes cancellations that a stop interrupted between the exchange's answer and the log. */
export async function finishCancels(services: Finishing): Promise<void> {
  const { database, now } = services.accounts
  for (const { userId, orderId, ...act } of await readUnfinishedCancels(database, {
    since: new Date(now().getTime() - DAY_MS),
  }))
    await finishCancel(services, { userId, orderId }, act)
}
