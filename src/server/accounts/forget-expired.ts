import { deleteExpired } from '../store/accounts/delete-expired.ts'
import type { Accounts } from './accounts.ts'
import { flowsBegunAfter } from './sign-in-window.ts'

/** Removes ended sessions, abandoned sign-ins and closed counters. They stopped counting by themselves; this frees their room. */
export async function forgetExpired({
  database,
  now,
  settings,
}: Pick<Accounts, 'database' | 'now' | 'settings'>): Promise<void> {
  const at = now()
  const sessionsUnusedSince = new Date(at.getTime() - settings.sessionIdleMs)
  await deleteExpired(database, { now: at, flowsBegunBefore: flowsBegunAfter(at), sessionsUnusedSince })
}
