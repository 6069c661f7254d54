import { type Rejected, rejected } from '#contract/rejected.ts'
import { type Verification, verificationAfter } from '#domain/verification.ts'
import { recordEvent } from '../store/accounts/audit-log.ts'
import { lockVerification, markAuthorized, setVerification } from '../store/accounts/identities.ts'
import { countWrongIdentityTry, deleteIdentityCode, lockIdentityCode } from '../store/accounts/one-time-codes.ts'
import type { Accounts } from './accounts.ts'
import { countRefusal } from './count-refusal.ts'
import type { Origin } from './identity/keep-form.ts'
import { tooMany } from './limits.ts'
import { type CodeResult, checkCode } from './one-time-code.ts'
import { refuseCode } from './send-identity-code.ts'

const REFUSALS = {
  wrong: 'INCORRECT_OTP',
  expired: 'CODE_EXPIRED',
} as const satisfies Partial<Record<CodeResult, string>>

/**
 * The identity code: the last step to AUTHORIZED.
 * Refuses ALREADY_AUTHORIZED, ACCOUNT_INCOMPLETE, IDENTITY_SERVICE_NOT_COMPLETED, INCORRECT_OTP, CODE_EXPIRED (also where none was sent), TOO_MANY_TRIES.
 */
export async function checkIdentityCode(
  { database, now, sessions }: Accounts,
  { userId, text, from }: { userId: number; text: string; from: Origin },
): Promise<Verification | Rejected> {
  const at = now()
  const result = await database.transaction(async (tx) => {
    const before = await lockVerification(tx, userId)
    const verification = before && verificationAfter(before, 'codeRight')
    if (!verification) return (before && refuseCode(before)) ?? rejected('ALREADY_AUTHORIZED')
    const code = await lockIdentityCode(tx, userId)
    if (!code) return rejected('CODE_EXPIRED')
    const codeResult = checkCode(code, { text, at })
    if (codeResult === 'wrong') await countWrongIdentityTry(tx, userId)
    if (codeResult !== 'right') await countRefusal(tx, { kind: 'WRONG_CODE', userId, ip: from.ip, at })
    if (codeResult === 'used-up') return tooMany('TOO_MANY_TRIES', { until: code.expiresAt, at })
    if (codeResult !== 'right') return rejected(REFUSALS[codeResult])
    await deleteIdentityCode(tx, userId)
    await setVerification(tx, { userId, verification })
    await markAuthorized(tx, { userId, at })
    const details = { before, after: verification }
    await recordEvent(tx, { at, kind: 'IDENTITY_PROVEN', userId, ...from, details })
    return verification
  })
  sessions.refresh(userId)
  return result
}
