import { Rejected, rejected } from '#contract/rejected.ts'
import { readPasswordHash } from '../../store/accounts/protection.ts'
import type { CounterKey } from '../../store/accounts/rate-counters.ts'
import type { Accounts } from '../accounts.ts'
import type { Actor } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { countAgainst } from '../limits.ts'

/**
 * Compares what a signed-in user typed with the present password. Every try counts before it is made, so that many at once cannot pass; the caller
 * clears the count with what the password is for. Refuses TOO_MANY_REQUESTS, SIGN_IN_BUSY, OLD_PASSWORD_INCORRECT.
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
