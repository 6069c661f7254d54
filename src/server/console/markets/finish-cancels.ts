import { lockAccountFacts } from '../../store/accounts/console-users.ts'
import { isCancelLogged, readUnfinishedCancels } from '../../store/accounts/ordered-cancels.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'

type Finishing = Pick<ConsoleServices, 'accounts'>

/** Writes down that an order was cancelled: once, however often it is called. Its owner is told by the commit itself. */
export async function finishCancel(
  { accounts: { database, now } }: Finishing,
  { userId, orderId }: { userId: number; orderId: number },
  act: Act,
): Promise<void> {
  const at = now()
  await database.transaction(async (tx) => {
    // Two calls about one order come one after the other.
    await lockAccountFacts(tx, userId)
    if (await isCancelLogged(tx, { userId, orderId })) return
    await recordAct(tx, act, { at, kind: 'ORDER_CANCELLED_BY_OPERATOR', userId, details: { order: orderId } })
  })
}

const DAY_MS = 24 * 3_600_000

/** The end of what a stop has cut short between the exchange's answer and the log. */
export async function finishCancels(services: Finishing): Promise<void> {
  const { database, now } = services.accounts
  for (const { userId, orderId, ...act } of await readUnfinishedCancels(database, {
    since: new Date(now().getTime() - DAY_MS),
  }))
    await finishCancel(services, { userId, orderId }, act)
}
