import { type Rejected, rejected } from '#contract/rejected.ts'
import { awaitsIdentityCode, stageOf, type Verification } from '#domain/verification.ts'
import { lockVerification, readAccount } from '../store/accounts/identities.ts'
import { saveIdentityCode } from '../store/accounts/one-time-codes.ts'
import { readPhrase } from '../store/accounts/users.ts'
import type { Accounts, Visitor } from './accounts.ts'
import { countCode } from './limits.ts'
import { type CodeSent, makeCode, sendCode } from './one-time-code.ts'

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
    await saveIdentityCode(tx, { userId, code: code.kept })
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

/** The refusal where no identity code is awaited. */
export function refuseCode(verification: Verification): Rejected | undefined {
  const { authorized, pending } = stageOf(verification)
  if (awaitsIdentityCode(verification)) return undefined
  if (authorized) return rejected('ALREADY_AUTHORIZED')
  return rejected(pending ? 'IDENTITY_SERVICE_NOT_COMPLETED' : 'ACCOUNT_INCOMPLETE')
}
