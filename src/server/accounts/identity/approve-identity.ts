import { type Rejected, rejected } from '#contract/rejected.ts'
import { type Verification, verificationAfter } from '#domain/verification.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { verifyBankAccounts } from '../../store/accounts/bank-accounts.ts'
import { confirmIdentity, lockVerification, markAuthorized, setVerification } from '../../store/accounts/identities.ts'
import { closeReview } from '../../store/accounts/identity-reviews.ts'
import type { Accounts } from '../accounts.ts'
import { type Origin, takenMeanwhile } from './keep-form.ts'

export interface Decision {
  readonly userId: number
  readonly operatorId: number
  /** Why; the audit log keeps it. */
  readonly reason: string
  readonly from: Origin
}

/**
 * An operator approves an account that waits: it is AUTHORIZED from now on, and its bank accounts are verified.
 * Refuses FORBIDDEN (nobody approves themselves), IDENTITY_NOT_PENDING, NATIONAL_CODE_TAKEN, BANK_ACCOUNT_TAKEN (another
 * user has proven meanwhile to own it).
 */
export async function approveIdentity(
  { database, now, sessions }: Pick<Accounts, 'database' | 'now' | 'sessions'>,
  { userId, operatorId, reason, from }: Decision,
): Promise<Verification | Rejected> {
  if (operatorId === userId) return rejected('FORBIDDEN')
  const at = now()
  const write = database.transaction(async (tx) => {
    const before = await lockVerification(tx, userId)
    const verification = before && verificationAfter(before, 'operatorApproves')
    if (!verification) return rejected('IDENTITY_NOT_PENDING')
    await confirmIdentity(tx, { userId, at })
    await verifyBankAccounts(tx, { userId, at })
    await setVerification(tx, { userId, verification })
    await markAuthorized(tx, { userId, at })
    await closeReview(tx, userId)
    await queueNotice(tx, { userId, kind: 'IDENTITY_APPROVED', at })
    const details = { before, after: verification, reason }
    await recordEvent(tx, { at, kind: 'IDENTITY_APPROVED', userId, operatorId, ...from, details })
    return verification
  })
  const result = await write.catch(takenMeanwhile)
  sessions.refresh(userId)
  return result
}
