import { type Rejected, rejected } from '#contract/rejected.ts'
import { type Verification, type VerificationEvent, verificationAfter } from '#domain/verification.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { unverifyBankAccounts } from '../../store/accounts/bank-accounts.ts'
import { handBack, lockVerification, setVerification } from '../../store/accounts/identities.ts'
import { closeReview } from '../../store/accounts/identity-reviews.ts'
import { deleteCode, identityCode } from '../../store/accounts/one-time-codes.ts'
import type { Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import type { Decision } from './approve-identity.ts'
import type { Origin } from './keep-form.ts'

/** The maximum length of an SMS. */
const REASON_LENGTH_MAX = 300

/**
 * An operator hands a form back, with the reason that the user reads on the account page: a name of `HAND_BACK_REASONS`, which users
 * read in their language, or the operator's own words. Refuses FORBIDDEN, BAD_REQUEST (no reason, or too long a one), IDENTITY_NOT_PENDING.
 */
export async function handBackIdentity(
  { database, now, sessions }: Pick<Accounts, 'database' | 'now' | 'sessions'>,
  { userId, operatorId, reason, from }: Decision,
): Promise<Verification | Rejected> {
  if (operatorId === userId) return rejected('FORBIDDEN')
  const words = reason.trim()
  if (words === '' || words.length > REASON_LENGTH_MAX) return rejected('BAD_REQUEST', { field: 'reason' })
  const event = 'operatorHandsBack'
  const result = await database.transaction((tx) =>
    writeHandBack(tx, { userId, operatorId, reason: words, from, event, at: now() }),
  )
  sessions.refresh(userId)
  return result
}

/** The writes for a form handed back, by an operator or by the registry. */
export async function writeHandBack(
  tx: Transaction,
  back: {
    readonly userId: number
    readonly operatorId?: number
    readonly reason: string
    readonly event: Extract<VerificationEvent, 'operatorHandsBack' | 'operatorRevokes' | 'registryRefused'>
    readonly from: Origin
    readonly at: Date
  },
): Promise<Verification | Rejected> {
  const { userId, operatorId, reason, event, from, at } = back
  const before = await lockVerification(tx, userId)
  const verification = before && verificationAfter(before, event)
  const revoked = event === 'operatorRevokes'
  if (!verification) return rejected(revoked ? 'NOTHING_TO_CHANGE' : 'IDENTITY_NOT_PENDING')
  await handBack(tx, { userId, reason, at })
  await unverifyBankAccounts(tx, userId)
  await setVerification(tx, { userId, verification })
  await deleteCode(tx, identityCode(userId))
  await closeReview(tx, userId)
  const kind = revoked ? 'IDENTITY_REVOKED' : 'IDENTITY_HANDED_BACK'
  await queueNotice(tx, { userId, kind, params: { reason }, at })
  const details = { before, after: verification, reason }
  await recordEvent(tx, { at, kind, userId, operatorId, ...from, details })
  return verification
}

/**
 * An operator revokes the approval of an identity: the form is open again, no card is verified, and trading is blocked. The user reads
 * the reason. Refuses FORBIDDEN, NOTHING_TO_CHANGE (the identity is not approved).
 */
export async function revokeIdentity(
  { database, now, sessions }: Pick<Accounts, 'database' | 'now' | 'sessions'>,
  { userId, operatorId, reason, from }: Decision,
): Promise<Verification | Rejected> {
  if (operatorId === userId) return rejected('FORBIDDEN')
  const event = 'operatorRevokes'
  const back = { userId, operatorId, reason: reason.trim(), from, event, at: now() } as const
  const result = await database.transaction((tx) => writeHandBack(tx, back))
  sessions.refresh(userId)
  return result
}
