import { Rejected, rejected } from '#contract/rejected.ts'
import { readProtection } from '../../store/accounts/protection.ts'
import { lockHasPassword } from '../../store/accounts/sign-on-identities.ts'
import type { Actor } from '../actor.ts'
import { spendProof } from '../fresh-proof.ts'
import { passwordFault } from '../password-rules.ts'
import { changePassword } from '../sign-in/change-password.ts'
import type { SignOn } from './sign-on.ts'

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
