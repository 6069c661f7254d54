import { type Rejected, rejected } from '#contract/rejected.ts'
import { stageOf, type Verification } from '#domain/verification.ts'
import { lockVerification, markAuthorized, setVerification } from '../store/accounts/identities.ts'
import { countWrongIdentityTry, deleteIdentityCode, lockIdentityCode } from '../store/accounts/one-time-codes.ts'
import type { Accounts } from './accounts.ts'
import { tooMany } from './limits.ts'
import { type CodeResult, checkCode } from './one-time-code.ts'

const REFUSALS = {
  wrong: 'INCORRECT_OTP',
  expired: 'CODE_EXPIRED',
} as const satisfies Partial<Record<CodeResult, string>>

/**
 * The identity code: the last step to AUTHORIZED.
 * Refuses ALREADY_AUTHORIZED, ACCOUNT_INCOMPLETE, INCORRECT_OTP, CODE_EXPIRED (also where none was sent), TOO_MANY_TRIES.
 */
export async function checkIdentityCode(
  { database, now, sessions }: Accounts,
  { userId, text }: { userId: number; text: string },
): Promise<Verification | Rejected> {
  const at = now()
  const result = await database.transaction(async (tx) => {
    const before = await lockVerification(tx, userId)
    if (!before || stageOf(before).authorized) return rejected('ALREADY_AUTHORIZED')
    const verification = stageOf(before).onCode
    if (!verification) return rejected('ACCOUNT_INCOMPLETE')
    const code = await lockIdentityCode(tx, userId)
    if (!code) return rejected('CODE_EXPIRED')
    const codeResult = checkCode(code, { text, at })
    if (codeResult === 'wrong') await countWrongIdentityTry(tx, userId)
    if (codeResult === 'used-up') return tooMany('TOO_MANY_TRIES', { until: code.expiresAt, at })
    if (codeResult !== 'right') return rejected(REFUSALS[codeResult])
    await deleteIdentityCode(tx, userId)
    await setVerification(tx, { userId, verification })
    await markAuthorized(tx, { userId, at })
    return verification
  })
  sessions.refresh(userId)
  return result
}
