import { Rejected, rejected } from '#contract/rejected.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { type CounterKey, forgetCount } from '../../store/accounts/counters.ts'
import {
  lockPasswordHash,
  readPasswordHash,
  readProtection,
  savePasswordHash,
} from '../../store/accounts/protection.ts'
import { lockHasPassword } from '../../store/accounts/sign-on-identities.ts'
import type { Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { type Actor, eventOf, type SessionActor } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { spendProof } from '../fresh-proof.ts'
import { countAgainst } from '../limits.ts'
import { passwordFault } from '../password-rules.ts'
import type { SignOn } from '../sign-on/begin-sign-on.ts'
import { endedDetails, endTrust } from '../trust.ts'

export interface PasswordChange {
  readonly actor: { readonly userId: number; readonly ip: string; readonly device: string }
  readonly passwordHash: string
  /** The proof that the user gave. */
  readonly by: 'OLD_PASSWORD' | 'CODE' | 'FRESH_PROOF'
  /** The session that stays; absent if none does. */
  readonly keptSessionId: number | undefined
  readonly at: Date
}

/**
 * Sets a password, ends what the event ends (`trust.ts`), notifies the user and logs the event, as the last step of a transaction.
 * `sessions.refresh` comes after the commit.
 */
export async function changePassword(
  tx: Transaction,
  { actor, passwordHash, by, keptSessionId, at }: PasswordChange,
): Promise<void> {
  const { userId } = actor
  await savePasswordHash(tx, { userId, passwordHash })
  const event = by === 'CODE' ? 'PASSWORD_RESET' : 'PASSWORD_CHANGED'
  const ended = await endTrust(tx, event, { userId, keptSessionId, at })
  await queueNotice(tx, { userId, kind: 'PASSWORD_CHANGED', at })
  await recordEvent(tx, { at, kind: 'PASSWORD_CHANGED', ...actor, details: { by, ...endedDetails(ended) } })
}

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

/**
 * Gives an account without a password its first one, by a recent proof instead of the present password. It has the same effects as any
 * new password.
 * Refuses WEAK_PASSWORD, PASSWORD_HAS_NUMBER, PASSWORD_TOO_COMMON, SIGN_IN_BUSY, FORBIDDEN if there is a password, PROOF_REQUIRED.
 */
export async function setFirstPassword(
  { accounts }: Pick<SignOn, 'accounts'>,
  { password, sessionId, ...actor }: Actor & { password: string; sessionId: number },
): Promise<Rejected | undefined> {
  const { database, passwords, sessions, now } = accounts
  const { mobile } = await readProtection(database, actor.userId)
  const fault = passwordFault(password, mobile)
  if (fault) return rejected(fault, { field: 'password' })
  const passwordHash = await passwords.hash(password)
  if (passwordHash instanceof Rejected) return passwordHash
  const refused = await database.transaction(async (tx) => {
    if (await lockHasPassword(tx, actor.userId)) return rejected('FORBIDDEN')
    const unproven = await spendProof(tx, { sessionId, purpose: 'ACCESS', at: now() })
    if (unproven) return unproven
    await changePassword(tx, { actor, passwordHash, by: 'FRESH_PROOF', keptSessionId: sessionId, at: now() })
    return undefined
  })
  if (!refused) sessions.refresh(actor.userId)
  return refused
}
