import { deleteExpired } from '../store/accounts/delete-expired.ts'
import type { Accounts } from './accounts.ts'
import { flowsBegunAfter } from './sign-in-window.ts'
import { sweepPictures } from './sweep-pictures.ts'

/**
 * Removes ended sessions, abandoned sign-ins and closed counters, which stopped counting by themselves, and pictures that
 * nothing names. To be run every hour or so.
 */
export async function forgetExpired(
  accounts: Pick<Accounts, 'database' | 'now' | 'settings' | 'filesDir' | 'log'>,
): Promise<void> {
  const { database, now, settings } = accounts
  const at = now()
  const sessionsUnusedSince = new Date(at.getTime() - settings.sessionIdleMs)
  await deleteExpired(database, { now: at, flowsBegunBefore: flowsBegunAfter(at), sessionsUnusedSince })
  await sweepPictures(accounts)
}
