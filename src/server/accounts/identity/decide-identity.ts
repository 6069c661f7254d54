import { type Rejected, rejected } from '#contract/rejected.ts'
import { type IdentityDoubt, isOwnerNamed } from '#domain/identity-doubt.ts'
import { type Verification, type VerificationEvent, verificationAfter } from '#domain/verification.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import {
  readBankAccounts,
  saveDoubted,
  unverifyBankAccounts,
  verifyBankAccounts,
} from '../../store/accounts/bank-accounts.ts'
import { confirmIdentity, handBack, lockVerification, setVerification } from '../../store/accounts/identities.ts'
import { closeReview, readPendingIdentity } from '../../store/accounts/identity-reviews.ts'
import { deleteCode, identityCode } from '../../store/accounts/one-time-codes.ts'
import type { Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import type { Origin } from '../actor.ts'
import { takenMeanwhile } from './keep-form.ts'

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
