import { type Rejected, rejected } from '#contract/rejected.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { deleteSessionsOf } from '../../store/accounts/own-sessions.ts'
import { holdWithdrawals, readPasswordHash, savePasswordHash } from '../../store/accounts/protection.ts'
import { forgetCount } from '../../store/accounts/rate-counters.ts'
import type { Accounts } from '../accounts.ts'
import { countRefusal } from '../count-refusal.ts'
import { countAgainst } from '../limits.ts'
import { queueNotice } from '../notices.ts'
import { fitsPassword, hashPassword, isStrongPassword } from '../password.ts'
import { type Actor, eventOf } from './actor.ts'
import { holdUntil } from './change-two-step.ts'

/**
 * Changes the password of a user who knows the present one. The other sessions end, the user is told, withdrawals are held for a day. Every try counts
 * before it is made, so that many at once cannot pass; a right password clears the count.
 * Refuses WEAK_PASSWORD, TOO_MANY_REQUESTS, OLD_PASSWORD_INCORRECT.
 */
export async function changeOwnPassword(
  accounts: Accounts,
  { oldPassword, password }: { oldPassword: string; password: string },
  actor: Actor,
): Promise<Rejected | undefined> {
  const { database, sessions, settings, now } = accounts
  const { userId, ip } = actor
  if (!isStrongPassword(password)) return rejected('WEAK_PASSWORD', { field: 'password' })
  const at = now()
  const tries = { kind: 'old-password:user', subject: String(userId) }
  const tooManyTries = await countAgainst(database, { limit: { ...tries, max: settings.limits.proofsPerUserMax }, at })
  if (tooManyTries) {
    await countRefusal(database, { kind: 'TOO_MANY_TRIES', userId, ip, at })
    return tooManyTries
  }
  const present = await readPasswordHash(database, userId)
  if (!(await fitsPassword(present, oldPassword))) {
    await countRefusal(database, { kind: 'WRONG_PASSWORD', userId, ip, at })
    return rejected('OLD_PASSWORD_INCORRECT', { field: 'oldPassword' })
  }
  const passwordHash = await hashPassword(password)
  await database.transaction(async (tx) => {
    await savePasswordHash(tx, { userId, passwordHash })
    await forgetCount(tx, tries)
    await holdWithdrawals(tx, { userId, until: holdUntil(at) })
    const ended = await deleteSessionsOf(tx, { userId, keptId: actor.sessionId })
    await queueNotice(tx, { userId, kind: 'PASSWORD_CHANGED', at })
    await recordEvent(tx, { at, kind: 'PASSWORD_CHANGED', ...eventOf(actor), details: { by: 'OLD_PASSWORD', ended } })
  })
  sessions.refresh(userId)
  return undefined
}
