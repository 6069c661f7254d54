import { Rejected, rejected } from '#contract/rejected.ts'
import { findCountry, IRAN } from '#domain/countries.ts'
import { stageOf } from '#domain/verification.ts'
import { isTaken } from '../store/accounts/bank-accounts.ts'
import { isNationalCodeTaken, readAccount } from '../store/accounts/identities.ts'
import { type CheckedForm, checkAccountForm, type FormText } from './account-form.ts'
import type { Accounts } from './accounts.ts'
import type { Origin } from './actor.ts'
import { countRefusal } from './count-refusal.ts'
import { preparePictures, type SentPictures, storePictures } from './form-pictures.ts'
import { examineForm } from './identity/examine-form.ts'
import { keepForm, type Submitted } from './identity/keep-form.ts'
import { countAgainst } from './limits.ts'

export interface Submission {
  readonly userId: number
  readonly form: FormText
  readonly pictures: SentPictures
  readonly from: Origin
}

/**
 * Submits the account form: checks it, asks the registry about it, and stores it with its pictures. If confirmed, the identity code is the next step;
 * if doubtful, or without an answer of the registry, the form waits in a review. May be repeated until the account is authorized; an
 * identity code sent before stops working. A refusal changes nothing.
 * Only a person whom the registry has confirmed as a number's owner learns that another user has it.
 * Refuses, in this order: ALREADY_AUTHORIZED, COUNTRY_UNKNOWN, BAD_REQUEST (with the field), COUNTRY_PREFIX_MISMATCH,
 * BANK_ACCOUNT_INVALID, TOO_MANY_REQUESTS, UNAVAILABLE (if too
 * many pictures wait to be decoded), IMAGE_INVALID, NATIONAL_CODE_NOT_VALID, MOBILE_NATIONAL_CODE_MISMATCH,
 * BIRTH_DATE_MISMATCH, NAME_MISMATCH, USER_IDENTITY_DATA, BANK_ACCOUNT_MISMATCH, BANK_ACCOUNT_TAKEN, NATIONAL_CODE_TAKEN.
 */
export async function submitAccount(accounts: Accounts, submission: Submission): Promise<Submitted | Rejected> {
  const { database, settings, now, files } = accounts
  const { userId, from } = submission
  const account = await readAccount(database, userId)
  if (!account?.mobile || !stageOf(account.verification).maySubmit) return rejected('ALREADY_AUTHORIZED')
  const country = findCountry(submission.form.countryName ?? account.country ?? IRAN.name)
  if (!country) return rejected('COUNTRY_UNKNOWN', { field: 'countryName' })
  const form = checkAccountForm(submission.form, { now: now(), country, ownMobile: account.mobile })
  if (form instanceof Rejected) return form
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
  const examined = await examineForm(accounts, form, account.mobile)
  const count = (kind: 'IDENTITY_MISMATCH' | 'IDENTITY_TAKEN') =>
    countRefusal(database, { kind, userId, ip: from.ip, at: now() })
  if (examined.kind === 'refused') {
    await count('IDENTITY_MISMATCH')
    return examined.refusal
  }
  const taken = examined.kind === 'confirmed' ? await refuseTaken(accounts, { userId, form }) : undefined
  if (taken) {
    await count('IDENTITY_TAKEN')
    return taken
  }
  const stored = await storePictures(accounts, prepared)
  const { mobile } = account
  const kept = await keepForm(accounts, { userId, mobile, form, country: country.name, stored, examined, from })
  if (kept instanceof Rejected) await files.bin(Object.values(stored), now())
  return kept
}

/** Tells the owner that another account already has the number. */
async function refuseTaken(
  { database }: Pick<Accounts, 'database'>,
  { userId, form }: { userId: number; form: CheckedForm },
): Promise<Rejected | undefined> {
  if (await isTaken(database, { userId, accounts: form.bankAccounts })) return rejected('BANK_ACCOUNT_TAKEN')
  const { nationalCode } = form.person
  return (await isNationalCodeTaken(database, { userId, nationalCode })) ? rejected('NATIONAL_CODE_TAKEN') : undefined
}
