import { type Rejected, rejected } from '#contract/rejected.ts'
import { type IdentityDoubt, isOwnerNamed } from '#domain/identity-doubt.ts'
import { type Verification, verificationAfter } from '#domain/verification.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { readBankAccounts, saveDoubted, verifyBankAccounts } from '../../store/accounts/bank-accounts.ts'
import { confirmIdentity, lockVerification, markAuthorized, setVerification } from '../../store/accounts/identities.ts'
import { closeReview, readPendingIdentity } from '../../store/accounts/identity-reviews.ts'
import type { Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { type Origin, takenMeanwhile } from './keep-form.ts'

export interface Decision {
  readonly userId: number
  readonly operatorId: number
  /** The reason, for the audit log. */
  readonly reason: string
  readonly from: Origin
}

/**
 * An operator approves a pending account, which becomes AUTHORIZED. Its bank accounts are verified if the bank has named the
 * user as their owner; each of the others needs its own approval.
 * Refuses FORBIDDEN (for oneself), IDENTITY_NOT_PENDING, NATIONAL_CODE_TAKEN, BANK_ACCOUNT_TAKEN (another
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
    const doubts = (await readPendingIdentity(tx, userId))?.doubts ?? []
    const unnamed = await verifyNamedAccounts(tx, { userId, doubts, at })
    await setVerification(tx, { userId, verification })
    await markAuthorized(tx, { userId, at })
    await closeReview(tx, userId)
    await queueNotice(tx, { userId, kind: 'IDENTITY_APPROVED', at })
    const details = { before, after: verification, unnamed, reason }
    await recordEvent(tx, { at, kind: 'IDENTITY_APPROVED', userId, operatorId, ...from, details })
    return verification
  })
  const result = await write.catch(takenMeanwhile)
  sessions.refresh(userId)
  return result
}

/** @returns the number of accounts that stay unverified, because the bank did not name their owner */
async function verifyNamedAccounts(
  tx: Transaction,
  { userId, doubts, at }: { userId: number; doubts: readonly IdentityDoubt[]; at: Date },
): Promise<number> {
  const open = (await readBankAccounts(tx, userId)).filter(({ verified }) => !verified)
  const unnamed = open.filter((account) => !isOwnerNamed(account, doubts)).map(({ id }) => id)
  await saveDoubted(tx, { userId, ids: unnamed, at })
  await verifyBankAccounts(tx, { userId, at })
  return unnamed.length
}
