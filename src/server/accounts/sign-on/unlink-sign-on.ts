import { type Rejected, rejected } from '#contract/rejected.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { deleteSignOnIdentity, lockHasPassword } from '../../store/accounts/sign-on-identities.ts'
import type { SignOn } from './sign-on.ts'

/** Removes an identity of the user. Refuses SIGN_ON_LAST_WAY if the account has no password, NOT_FOUND if there is no such identity. */
export async function unlinkSignOn(
  { accounts }: SignOn,
  { id, userId, ip, device }: { id: string; userId: number; ip: string; device: string },
): Promise<Rejected | undefined> {
  const at = accounts.now()
  return accounts.database.transaction(async (tx) => {
    if (!(await lockHasPassword(tx, userId))) return rejected('SIGN_ON_LAST_WAY')
    const identity = await deleteSignOnIdentity(tx, { userId, id })
    if (!identity) return rejected('NOT_FOUND')
    await queueNotice(tx, { userId, kind: 'SIGN_ON_UNLINKED', at })
    await recordEvent(tx, { at, kind: 'SIGN_ON_UNLINKED', userId, ip, device, details: { identity: identity.id } })
    return undefined
  })
}
