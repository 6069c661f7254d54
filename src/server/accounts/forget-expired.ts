import { deleteExpired } from '../store/accounts/end-trust.ts'
import type { Accounts } from './accounts.ts'
import { flowsBegunAfter } from './one-time-code.ts'

/** A browser without a sign-in stays known for this time. */
const DEVICE_MS = 400 * 24 * 3_600_000

/** Removes ended sessions, abandoned sign-ins and closed counters, which have no effect any more. Runs about every hour. */
export async function forgetExpired({
  database,
  now,
  settings,
}: Pick<Accounts, 'database' | 'now' | 'settings'>): Promise<void> {
  const at = now()
  const sessionsUnusedSince = new Date(at.getTime() - settings.sessionIdleMs)
  const devicesUnusedSince = new Date(at.getTime() - DEVICE_MS)
  const flowsBegunBefore = flowsBegunAfter(at)
  await deleteExpired(database, { now: at, flowsBegunBefore, sessionsUnusedSince, devicesUnusedSince })
}
