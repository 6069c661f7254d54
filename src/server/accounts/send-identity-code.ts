import { type Rejected, rejected } from '#contract/rejected.ts'
import { stageOf } from '#domain/verification.ts'
import { lockVerification, readAccount } from '../store/accounts/identities.ts'
import { saveIdentityCode } from '../store/accounts/one-time-codes.ts'
import type { Accounts, Visitor } from './accounts.ts'
import { countCode } from './limits.ts'
import { type CodeSent, makeCode, sendCode } from './one-time-code.ts'

/**
 * Sends the five-digit identity code to the user's own mobile; an earlier one stops working.
 * Refuses ALREADY_AUTHORIZED, ACCOUNT_INCOMPLETE, TOO_MANY_REQUESTS, SMS_OTP_UNAVAILABLE.
 */
export async function sendIdentityCode(
  accounts: Accounts,
  userId: number,
  visitor: Visitor,
): Promise<CodeSent | Rejected> {
  const { database, now } = accounts
  const account = await readAccount(database, userId)
  if (!account || stageOf(account.verification).authorized) return rejected('ALREADY_AUTHORIZED')
  const { mobile } = account
  if (mobile === undefined || !stageOf(account.verification).onCode) return rejected('ACCOUNT_INCOMPLETE')
  const tooManyCodes = await countCode(accounts, { purpose: 'identity', mobile, visitor })
  if (tooManyCodes) return tooManyCodes

  const code = makeCode({ purpose: 'identity', at: now() })
  const isAwaited = await database.transaction(async (tx) => {
    const verification = await lockVerification(tx, userId)
    if (!verification || !stageOf(verification).onCode) return false
    await saveIdentityCode(tx, { userId, code: code.kept })
    return true
  })
  if (!isAwaited) return rejected('ALREADY_AUTHORIZED')
  return sendCode(accounts, {
    to: { channel: 'SMS', mobile },
    code: code.text,
    purpose: 'identity',
    language: visitor.language,
  })
}
