import { type Rejected, rejected } from '#contract/rejected.ts'
import { awaitsIdentityCode, stageOf, type Verification, verificationAfter } from '#domain/verification.ts'
import { recordEvent } from '../store/accounts/audit-log.ts'
import { lockVerification, readAccount, setVerification } from '../store/accounts/identities.ts'
import { deleteCode, identityCode, lockCode, saveCode } from '../store/accounts/one-time-codes.ts'
import { readPhrase } from '../store/accounts/users.ts'
import type { Accounts, Visitor } from './accounts.ts'
import type { Origin } from './actor.ts'
import { countRefusal } from './count-refusal.ts'
import { countCode } from './limits.ts'
import { type CodeSent, checkCode, makeCode, refuseTry, sendCode } from './one-time-code.ts'

/**
 * Sends the five-digit identity code to the user's own mobile; an earlier one stops working.
 * Refuses ALREADY_AUTHORIZED, ACCOUNT_INCOMPLETE, IDENTITY_SERVICE_NOT_COMPLETED, TOO_MANY_REQUESTS, SMS_OTP_UNAVAILABLE.
 */
export async function sendIdentityCode(
  accounts: Accounts,
  userId: number,
  visitor: Visitor,
): Promise<CodeSent | Rejected> {
  const { database, now } = accounts
  const account = await readAccount(database, userId)
  if (!account?.mobile) return rejected('ALREADY_AUTHORIZED')
  const refusal = refuseCode(account.verification)
  if (refusal) return refusal
  const { mobile } = account
  const asker = { by: 'session', userId } as const
  const tooManyCodes = await countCode(accounts, { purpose: 'identity', asker, visitor, userId })
  if (tooManyCodes) return tooManyCodes

  const code = makeCode({ purpose: 'identity', at: now() })
  const isAwaited = await database.transaction(async (tx) => {
    const verification = await lockVerification(tx, userId)
    if (!verification || !awaitsIdentityCode(verification)) return false
    await saveCode(tx, identityCode(userId), code.kept)
    return true
  })
  if (!isAwaited) return rejected('ALREADY_AUTHORIZED')
  return sendCode(accounts, {
    to: { channel: 'SMS', mobile },
    code: code.text,
    purpose: 'identity',
    language: visitor.language,
    phrase: await readPhrase(database, userId),
  })
}

/** The refusal if no identity code is expected. */
function refuseCode(verification: Verification): Rejected | undefined {
  const { authorized, pending } = stageOf(verification)
  if (awaitsIdentityCode(verification)) return undefined
  if (authorized) return rejected('ALREADY_AUTHORIZED')
  return rejected(pending ? 'IDENTITY_SERVICE_NOT_COMPLETED' : 'ACCOUNT_INCOMPLETE')
}

/**
 * The identity code: the last step to AUTHORIZED.
 * Refuses ALREADY_AUTHORIZED, ACCOUNT_INCOMPLETE, IDENTITY_SERVICE_NOT_COMPLETED, INCORRECT_OTP, CODE_EXPIRED (also if none was sent), TOO_MANY_TRIES.
 */
export async function checkIdentityCode(
  { database, now, sessions }: Accounts,
  { userId, text, from }: { userId: number; text: string; from: Origin },
): Promise<Verification | Rejected> {
  const at = now()
  const proven = await database.transaction(async (tx) => {
    const before = await lockVerification(tx, userId)
    const verification = before && verificationAfter(before, 'codeRight')
    if (!verification) return (before && refuseCode(before)) ?? rejected('ALREADY_AUTHORIZED')
    const code = await lockCode(tx, identityCode(userId))
    if (!code) return rejected('CODE_EXPIRED')
    const result = checkCode(code, { text, at })
    if (result !== 'right') {
      await countRefusal(tx, { kind: 'WRONG_CODE', userId, ip: from.ip, at })
      return refuseTry(tx, { key: identityCode(userId), kept: code, result, at })
    }
    await deleteCode(tx, identityCode(userId))
    await setVerification(tx, { userId, verification })
    const details = { before, after: verification }
    await recordEvent(tx, { at, kind: 'IDENTITY_PROVEN', userId, ...from, details })
    return verification
  })
  sessions.refresh(userId)
  return proven
}
