import { type Rejected, rejected } from '#contract/rejected.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import { awaitsIdentityCode, type Verification, verificationAfter } from '#domain/verification.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { replaceBankAccounts } from '../../store/accounts/bank-accounts.ts'
import {
  lockVerification,
  readIdentity,
  saveIdentity,
  setCountry,
  setVerification,
} from '../../store/accounts/identities.ts'
import { closeReview, openReview } from '../../store/accounts/identity-reviews.ts'
import { deleteCode, identityCode, readContact } from '../../store/accounts/one-time-codes.ts'
import { DatabaseError } from '../../store/database.ts'
import type { CheckedForm } from '../account-form.ts'
import type { Accounts } from '../accounts.ts'
import type { Origin } from '../actor.ts'
import { mergePictures, type StoredPictures } from '../form-pictures.ts'
import type { Examined } from './examine-form.ts'

export interface Submitted {
  readonly verification: Verification
  /** True if an identity code is expected. */
  readonly codeNeeded: boolean
}

/** The pause before the registry is asked again after a question without an answer. */
export const FIRST_RETRY_MS = 60_000

/**
 * Stores a form that was not refused, with its pictures. Data that the registry confirmed belongs to the user; doubtful data waits in a
 * review and blocks no other user. Refuses ALREADY_AUTHORIZED, BAD_REQUEST if the mobile number was changed
 * meanwhile, NATIONAL_CODE_TAKEN, BANK_ACCOUNT_TAKEN.
 */
export async function keepForm(
  { database, files, now }: Pick<Accounts, 'database' | 'files' | 'now'>,
  kept: {
    readonly userId: number
    /** The number that was checked with the form. */
    readonly mobile: MobileNumber
    readonly form: CheckedForm
    readonly country: string
    readonly stored: StoredPictures
    readonly examined: Exclude<Examined, { kind: 'refused' }>
    readonly from: Origin
  },
): Promise<Submitted | Rejected> {
  const { userId, form, examined, from } = kept
  const at = now()
  const confirmed = examined.kind === 'confirmed'
  const write = database.transaction(async (tx) => {
    const before = await lockVerification(tx, userId)
    const verification = before && verificationAfter(before, confirmed ? 'formConfirmed' : 'formDoubtful')
    if (!verification) return rejected('ALREADY_AUTHORIZED')
    const present = await readContact(tx, { userId, kind: 'MOBILE' })
    if (present !== kept.mobile) return rejected('BAD_REQUEST', { field: 'mobileNumber' })
    const { pictures, replaced } = mergePictures(kept.stored, (await readIdentity(tx, userId))?.pictures)
    await saveIdentity(tx, { userId, identity: { ...form.person, pictures }, at, confirmed })
    await replaceBankAccounts(tx, { userId, accounts: form.bankAccounts, at, verified: confirmed })
    await setCountry(tx, { userId, country: kept.country })
    await setVerification(tx, { userId, verification })
    await deleteCode(tx, identityCode(userId))
    if (examined.kind === 'confirmed') await closeReview(tx, userId)
    else {
      const nextTryAt = examined.retry ? new Date(at.getTime() + FIRST_RETRY_MS) : undefined
      await openReview(tx, { userId, doubts: examined.doubts, nextTryAt, at })
    }
    const doubts = examined.kind === 'doubtful' ? examined.doubts.map(({ what }) => what).join(', ') : ''
    // Bin replaced files before the commit: if it fails, the hourly sweep restores them, whereas orphaned files would never be found.
    await files.bin(replaced, at)
    const details = { before, after: verification, doubts }
    await recordEvent(tx, { at, kind: 'IDENTITY_SUBMITTED', userId, ...from, details })
    return { verification, codeNeeded: awaitsIdentityCode(verification) }
  })
  return write.catch(takenMeanwhile)
}

const TAKEN = {
  identities_national_code: 'NATIONAL_CODE_TAKEN',
  bank_accounts_card: 'BANK_ACCOUNT_TAKEN',
  bank_accounts_sheba: 'BANK_ACCOUNT_TAKEN',
} as const

const isTakenConstraint = (name: string): name is keyof typeof TAKEN => Object.hasOwn(TAKEN, name)

/** The refusal if another user took the value between the check and the write. @throws any other error */
export function takenMeanwhile(error: unknown): Rejected {
  const constraint = error instanceof DatabaseError ? (error.constraint ?? '') : ''
  if (!isTakenConstraint(constraint)) throw error
  return rejected(TAKEN[constraint])
}
