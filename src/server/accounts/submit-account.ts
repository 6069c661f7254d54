import { type Rejected, rejected } from '#contract/rejected.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { stageOf, type Verification } from '#domain/verification.ts'
import { isTaken, replaceBankAccounts } from '../store/accounts/bank-accounts.ts'
import {
  isNationalCodeTaken,
  lockVerification,
  readAccount,
  readIdentity,
  saveIdentity,
  setVerification,
} from '../store/accounts/identities.ts'
import { deleteIdentityCode } from '../store/accounts/one-time-codes.ts'
import { DatabaseError } from '../store/database-error.ts'
import { type CheckedForm, checkAccountForm, type FormText } from './account-form.ts'
import type { Accounts } from './accounts.ts'
import { askRegistry } from './ask-registry.ts'
import {
  mergePictures,
  preparePictures,
  type SentPictures,
  type StoredPictures,
  storePictures,
} from './form-pictures.ts'
import { countAgainst } from './limits.ts'

export interface Submission {
  readonly userId: number
  readonly form: FormText
  readonly pictures: SentPictures
}

export interface Submitted {
  readonly verification: Verification
  /** An identity code is awaited. */
  readonly codeNeeded: boolean
}

/**
 * Submits the account form: checks it, has the registry confirm it, and keeps it with its pictures. May be repeated until
 * the account is authorized; each submission is confirmed again, and an identity code sent before stops working. A refusal changes nothing.
 * Refuses, in this order: ALREADY_AUTHORIZED, BAD_REQUEST (with the field), BANK_ACCOUNT_INVALID, TOO_MANY_REQUESTS, UNAVAILABLE (where too
 * many pictures wait to be decoded), IMAGE_INVALID, BANK_ACCOUNT_TAKEN, NATIONAL_CODE_TAKEN, MOBILE_NATIONAL_CODE_MISMATCH, IDENTITY_MISMATCH,
 * BANK_ACCOUNT_MISMATCH, IDENTITY_SERVICE_UNAVAILABLE.
 */
export async function submitAccount(accounts: Accounts, submission: Submission): Promise<Submitted | Rejected> {
  const { database, settings, now, files } = accounts
  const { userId } = submission
  const account = await readAccount(database, userId)
  if (!account?.mobile || !stageOf(account.verification).onConfirmedForm) return rejected('ALREADY_AUTHORIZED')
  const form = checkAccountForm(submission.form, { now: now() })
  if ('code' in form) return form
  const { mobileNumber } = submission.form
  if (mobileNumber !== undefined && parseMobileNumber(mobileNumber) !== account.mobile)
    return rejected('BAD_REQUEST', { field: 'mobileNumber' })
  const limit = { kind: 'submission:user', subject: `${userId}`, max: settings.limits.submissionsPerUserMax }
  const tooMany = await countAgainst(database, { limit, at: now() })
  if (tooMany) return tooMany
  const received = account.identity?.pictures
  const prepared = await preparePictures(accounts, submission.pictures, {
    userId,
    idFormat: form.person.idFormat,
    received,
  })
  if ('code' in prepared) return prepared
  if (await isTaken(database, { userId, accounts: form.bankAccounts })) return rejected('BANK_ACCOUNT_TAKEN')
  const { nationalCode } = form.person
  if (await isNationalCodeTaken(database, { userId, nationalCode })) return rejected('NATIONAL_CODE_TAKEN')
  const refusal = await askRegistry(accounts, form, account.mobile)
  if (refusal) return refusal

  const stored = await storePictures(accounts, prepared)
  const kept = await keepForm(accounts, { userId, form, stored }).catch(takenMeanwhile)
  await files.bin('code' in kept ? Object.values(stored) : kept.replaced, now())
  return kept
}

type Kept = Submitted & { readonly replaced: readonly string[] }

async function keepForm(
  { database, now }: Accounts,
  { userId, form, stored }: { userId: number; form: CheckedForm; stored: StoredPictures },
): Promise<Kept | Rejected> {
  const at = now()
  return database.transaction(async (tx) => {
    const before = await lockVerification(tx, userId)
    const verification = before && stageOf(before).onConfirmedForm
    if (!verification) return rejected('ALREADY_AUTHORIZED')
    const { pictures, replaced } = mergePictures(stored, (await readIdentity(tx, userId))?.pictures)
    await saveIdentity(tx, { userId, identity: { ...form.person, pictures }, at })
    await replaceBankAccounts(tx, { userId, accounts: form.bankAccounts, at })
    await setVerification(tx, { userId, verification })
    await deleteIdentityCode(tx, userId)
    return { verification, codeNeeded: stageOf(verification).onCode !== undefined, replaced }
  })
}

const TAKEN = {
  identities_national_code: 'NATIONAL_CODE_TAKEN',
  bank_accounts_card: 'BANK_ACCOUNT_TAKEN',
  bank_accounts_sheba: 'BANK_ACCOUNT_TAKEN',
} as const

const isTakenConstraint = (name: string): name is keyof typeof TAKEN => Object.hasOwn(TAKEN, name)

/** Another user took the value between the check and the write. */
function takenMeanwhile(error: unknown): Rejected {
  const constraint = error instanceof DatabaseError ? (error.constraint ?? '') : ''
  if (!isTakenConstraint(constraint)) throw error
  return rejected(TAKEN[constraint])
}
