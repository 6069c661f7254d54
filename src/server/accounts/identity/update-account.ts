import { Rejected, rejected } from '#contract/rejected.ts'
import { type Country, findCountry, IRAN } from '#domain/countries.ts'
import { stageOf, type Verification, verificationAfter } from '#domain/verification.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { type BankAccountRow, readBankAccounts, unverifyBankAccounts } from '../../store/accounts/bank-accounts.ts'
import {
  type KeptIdentity,
  lockVerification,
  readAccount,
  reopenIdentity,
  setCountry as saveCountry,
  setVerification,
} from '../../store/accounts/identities.ts'
import { deleteCode, identityCode } from '../../store/accounts/one-time-codes.ts'
import { type CheckedForm, checkAccountForm, type FormText } from '../account-form.ts'
import type { Accounts } from '../accounts.ts'
import type { Actor } from '../actor.ts'
import { isFresh } from '../fresh-proof.ts'
import { submitAccount } from '../submit-account.ts'
import { addBankAccount, removeBankAccount } from './bank-accounts.ts'
import type { Submitted } from './keep-form.ts'

/** Fields confirmed by the registry or an operator: read-only from then on. */
const PROVEN = [
  'firstName',
  'lastName',
  'email',
  'nationalCode',
  'birthDay',
  'telephone',
  'state',
  'city',
  'postalCode',
  'address',
] as const satisfies readonly (keyof FormText & keyof KeptIdentity)[]

/**
 * The account form without pictures. Before the account is verified this is another submission, with the pictures received before; a
 * verified user changes only the bank accounts by it.
 * Refuses as `submitAccount` does; for a verified user BAD_REQUEST (with the field that may not change), PROOF_REQUIRED, and the refusals
 * of adding and removing a bank account, after which the accounts before it stay added or removed.
 */
export async function updateAccount(
  accounts: Accounts,
  { actor, form, provenAt }: { actor: Actor; form: FormText; provenAt: Date },
): Promise<Submitted | Rejected> {
  const { database, now } = accounts
  const { userId } = actor
  const account = await readAccount(database, userId)
  const { identity, mobile, verification } = account ?? {}
  if (!mobile || !verification) return rejected('NOT_FOUND')
  if (stageOf(verification).maySubmit) return submitAccount(accounts, { userId, form, pictures: {}, from: actor })
  const country = findCountry(account?.country ?? IRAN.name) ?? IRAN
  if (form.countryName !== undefined && form.countryName !== country.name)
    return rejected('BAD_REQUEST', { field: 'countryName' })
  const checked = checkAccountForm(form, { now: now(), country, ownMobile: mobile })
  if (checked instanceof Rejected) return checked
  const changed = PROVEN.find((field) => checked.person[field] !== identity?.[field])
  if (changed) return rejected('BAD_REQUEST', { field: changed })
  const refusal = await changeBankAccounts(accounts, { actor, checked, provenAt })
  return refusal ?? { verification, codeNeeded: false }
}

async function changeBankAccounts(
  accounts: Accounts,
  { actor, checked, provenAt }: { actor: Actor; checked: CheckedForm; provenAt: Date },
): Promise<Rejected | undefined> {
  const rows = await readBankAccounts(accounts.database, actor.userId)
  const isSame = (row: BankAccountRow) => (each: CheckedForm['bankAccounts'][number]) =>
    each.cardNumber === row.cardNumber && each.sheba === row.sheba
  const added = checked.bankAccounts.filter((each) => !rows.some((row) => isSame(row)(each)))
  const removed = rows.filter((row) => !checked.bankAccounts.some(isSame(row)))
  if (added.length > 0 && !isFresh(provenAt, accounts.now())) return rejected('PROOF_REQUIRED')
  for (const { cardNumber, sheba } of added) {
    const result = await addBankAccount(accounts, { actor, cardNumber, shebaCode: sheba })
    if (result instanceof Rejected) return result
  }
  for (const { id } of removed) {
    const refusal = await removeBankAccount(accounts, { actor, id: String(id) })
    if (refusal) return refusal
  }
  return undefined
}

/**
 * Sets the country of residence. It decides the fields of the form, so a form confirmed in another country must be sent again.
 * Refuses COUNTRY_UNKNOWN, ALREADY_AUTHORIZED, IDENTITY_SERVICE_NOT_COMPLETED (the form is under review).
 */
export async function setCountry(
  { database, now, sessions }: Pick<Accounts, 'database' | 'now' | 'sessions'>,
  { actor, countryName }: { actor: Actor; countryName: string },
): Promise<{ country: Country; verification: Verification } | Rejected> {
  const country = findCountry(countryName)
  if (!country) return rejected('COUNTRY_UNKNOWN', { field: 'countryName' })
  const { userId, ip, device } = actor
  const at = now()
  const result = await database.transaction(async (tx) => {
    const before = await lockVerification(tx, userId)
    if (!before || (!stageOf(before).maySubmit && !stageOf(before).pending)) return rejected('ALREADY_AUTHORIZED')
    const known = (await readAccount(tx, userId))?.country
    if (known === country.name) return { country, verification: before }
    const verification = verificationAfter(before, 'informationChanged')
    if (!verification) return rejected('IDENTITY_SERVICE_NOT_COMPLETED')
    await saveCountry(tx, { userId, country: country.name })
    if (verification !== before) {
      await reopenIdentity(tx, userId)
      await unverifyBankAccounts(tx, userId)
      await deleteCode(tx, identityCode(userId))
      await setVerification(tx, { userId, verification })
    }
    const details = { before: known ?? null, after: country.name, verification }
    await recordEvent(tx, { at, kind: 'COUNTRY_CHANGED', userId, ip, device, details })
    return { country, verification }
  })
  sessions.refresh(userId)
  return result
}
