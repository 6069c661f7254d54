import { Rejected, rejected } from '#contract/rejected.ts'
import { lockPasswordHash, readProtection } from '../../store/accounts/protection.ts'
import { forgetCount } from '../../store/accounts/rate-counters.ts'
import type { Accounts } from '../accounts.ts'
import { eventOf, type SessionActor } from '../actor.ts'
import { spendProof } from '../fresh-proof.ts'
import { passwordFault } from '../password-rules.ts'
import { changePassword } from '../sign-in/change-password.ts'
import { checkPresentPassword } from './check-present-password.ts'

/**
 * Changes the password of a user who knows the present one. The other sessions end, the user is told, withdrawals are held for a day.
 * Refuses WEAK_PASSWORD, PASSWORD_HAS_NUMBER, PASSWORD_TOO_COMMON, TOO_MANY_REQUESTS, SIGN_IN_BUSY, OLD_PASSWORD_INCORRECT, PASSWORD_UNCHANGED, PROOF_REQUIRED.
 */
export async function changeOwnPassword(
  accounts: Accounts,
  { oldPassword, password }: { oldPassword: string; password: string },
  actor: SessionActor,
): Promise<Rejected | undefined> {
  const { database, sessions, passwords, now } = accounts
  const { userId } = actor
  const { mobile } = await readProtection(database, userId)
  const fault = passwordFault(password, mobile)
  if (fault) return rejected(fault, { field: 'password' })
  const at = now()
  const checked = await checkPresentPassword(accounts, { ...actor, oldPassword })
  if (checked instanceof Rejected) return checked
  const { present, tries } = checked
  // Said to nobody who does not know it already.
  if (password === oldPassword) return rejected('PASSWORD_UNCHANGED', { field: 'password' })
  const passwordHash = await passwords.hash(password, { known: true })
  if (passwordHash instanceof Rejected) return passwordHash
  const refused = await database.transaction(async (tx) => {
    // A reset, or the end of this session, may have come while the password was hashed.
    if ((await lockPasswordHash(tx, userId)) !== present)
      return rejected('OLD_PASSWORD_INCORRECT', { field: 'oldPassword' })
    const unproven = await spendProof(tx, { sessionId: actor.sessionId, purpose: 'PASSWORD', at })
    if (unproven) return unproven
    await forgetCount(tx, tries)
    const keptSessionId = actor.sessionId
    await changePassword(tx, { actor: eventOf(actor), passwordHash, by: 'OLD_PASSWORD', keptSessionId, at })
    return undefined
  })
  sessions.refresh(userId)
  return refused
}
