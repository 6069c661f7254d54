import { Rejected, rejected } from '#contract/rejected.ts'
import { type CounterKey, forgetCount } from '../../store/accounts/counters.ts'
import { lockPasswordHash, readPasswordHash, readProtection } from '../../store/accounts/protection.ts'
import type { Accounts } from '../accounts.ts'
import { type Actor, eventOf, type SessionActor } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { spendProof } from '../fresh-proof.ts'
import { countAgainst } from '../limits.ts'
import { passwordFault } from '../password-rules.ts'
import { changePassword } from '../sign-in/change-password.ts'

/**
 * Changes the password of a user who knows the present one. The other sessions end, the user is notified, withdrawals are held for a day.
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
  // Only a caller who knows the password gets this answer.
  if (password === oldPassword) return rejected('PASSWORD_UNCHANGED', { field: 'password' })
  const passwordHash = await passwords.hash(password, { known: true })
  if (passwordHash instanceof Rejected) return passwordHash
  const refused = await database.transaction(async (tx) => {
    // A reset, or the end of this session, may have happened while the password was hashed.
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

/**
 * Compares a signed-in user's input with the present password. Every try counts before it is made, so that many in parallel cannot pass; the caller
 * clears the count together with the action. Refuses TOO_MANY_REQUESTS, SIGN_IN_BUSY, OLD_PASSWORD_INCORRECT.
 */
export async function checkPresentPassword(
  { database, passwords, settings, now }: Accounts,
  { userId, ip, oldPassword }: Pick<Actor, 'userId' | 'ip'> & { readonly oldPassword: string },
): Promise<{ readonly present: string | undefined; readonly tries: CounterKey } | Rejected> {
  const at = now()
  const tries = { kind: 'old-password:user', subject: String(userId) }
  const tooManyTries = await countAgainst(database, { limit: { ...tries, max: settings.limits.proofsPerUserMax }, at })
  if (tooManyTries) {
    await countRefusal(database, { kind: 'TOO_MANY_TRIES', userId, ip, at })
    return tooManyTries
  }
  const present = await readPasswordHash(database, userId)
  const fits = await passwords.fits(present, oldPassword, { known: true })
  if (fits instanceof Rejected) return fits
  if (fits) return { present, tries }
  await countRefusal(database, { kind: 'WRONG_PASSWORD', userId, ip, at })
  return rejected('OLD_PASSWORD_INCORRECT', { field: 'oldPassword' })
}
