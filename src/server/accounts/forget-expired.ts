import { deleteExpired } from '../store/accounts/delete-expired.ts'
import { readPictureNames } from '../store/accounts/identities.ts'
import type { Accounts } from './accounts.ts'
import { dropPictures, listPictures } from './kept-pictures.ts'
import { flowsBegunAfter } from './sign-in-window.ts'

/** Longer than any submission takes: a younger picture may belong to one that is not committed yet. */
const ORPHAN_MS = 3_600_000

/**
 * Removes ended sessions, abandoned sign-ins and closed counters, which stopped counting by themselves, and pictures that
 * a submission left behind when the process was killed in its midst. To be run every hour or so.
 */
export async function forgetExpired({
  database,
  now,
  settings,
  filesDir,
}: Pick<Accounts, 'database' | 'now' | 'settings' | 'filesDir'>): Promise<void> {
  const at = now()
  const sessionsUnusedSince = new Date(at.getTime() - settings.sessionIdleMs)
  await deleteExpired(database, { now: at, flowsBegunBefore: flowsBegunAfter(at), sessionsUnusedSince })
  const old = await listPictures(filesDir, { writtenBefore: new Date(at.getTime() - ORPHAN_MS) })
  const named = await readPictureNames(database, old)
  await dropPictures(
    filesDir,
    old.filter((name) => !named.has(name)),
  )
}
