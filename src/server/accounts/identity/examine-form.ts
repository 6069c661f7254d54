import { type Rejected, rejected } from '#contract/rejected.ts'
import type { IdentityDoubt } from '#domain/identity-doubt.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import { isTelephoneOfIran } from '#domain/telephone.ts'
import type { AccountOutcome, OwnedAccount, PersonMismatch } from '../../providers/identity/identity.ts'
import type { BankAccount, CheckedForm, FormText } from '../account-form.ts'
import type { Accounts } from '../accounts.ts'

/** The registry's answer about a form. */
export type Examined =
  | { readonly kind: 'confirmed' }
  /** Neither confirmed nor refused. `retry`: the registry gave no answer and can be asked again. */
  | { readonly kind: 'doubtful'; readonly doubts: readonly IdentityDoubt[]; readonly retry: boolean }
  | { readonly kind: 'refused'; readonly refusal: Rejected }

type Mismatch = PersonMismatch | 'TELEPHONE_IS_INCORRECT'

/** The refusal of each mismatch if it is the only one, and the field that it names. */
const REFUSALS = {
  NATIONAL_CODE_IS_INCORRECT: ['NATIONAL_CODE_NOT_VALID', 'nationalCode'],
  MOBILE_IS_INCORRECT: ['MOBILE_NATIONAL_CODE_MISMATCH', 'nationalCode'],
  BIRTH_DATE_IS_INCORRECT: ['BIRTH_DATE_MISMATCH', 'birthDay'],
  NAME_IS_INCORRECT: ['NAME_MISMATCH', 'firstName'],
  TELEPHONE_IS_INCORRECT: ['USER_IDENTITY_DATA', 'telephone'],
} as const satisfies Record<Mismatch, readonly [string, keyof FormText]>

const SHOWN_DIGITS = 4

/**
 * Asks the registry about a form: whether the person exists, and whether the mobile number and every card and Sheba are theirs. Outside Iran
 * there is no registry, and an operator checks the document. Refuses NATIONAL_CODE_NOT_VALID, MOBILE_NATIONAL_CODE_MISMATCH,
 * BIRTH_DATE_MISMATCH, NAME_MISMATCH, USER_IDENTITY_DATA if there are several (`details.incorrect` lists them) or the
 * landline does not exist, BANK_ACCOUNT_MISMATCH (`details` name the card or Sheba).
 */
export async function examineForm(
  accounts: Pick<Accounts, 'identity' | 'log'>,
  form: CheckedForm,
  mobileNumber: MobileNumber,
): Promise<Examined> {
  const { nationalCode, birthDate } = form
  if (nationalCode === undefined) return { kind: 'doubtful', doubts: [{ what: 'DOCUMENT' }], retry: false }
  const { firstName, lastName, telephone = '' } = form.person
  const found = await accounts.identity.verifyPerson({ nationalCode, mobileNumber, birthDate, firstName, lastName })
  const mismatches: Mismatch[] = found.kind === 'refused' ? [...found.codes] : []
  if (!isTelephoneOfIran(telephone)) mismatches.push('TELEPHONE_IS_INCORRECT')
  const [first] = mismatches
  if (first) return { kind: 'refused', refusal: refusalOf(first, mismatches) }
  if (found.kind === 'unavailable') return unanswered(accounts, found)

  const doubts: IdentityDoubt[] = []
  if (found.kind === 'doubtful') doubts.push({ what: 'NAME', percent: found.similarityPercent, names: found.names })
  for (const { cardNumber, sheba } of form.bankAccounts) {
    const owner = { nationalCode, birthDate, firstName, lastName }
    const examined = await examineBankAccount(accounts, { cardNumber, sheba, owner })
    if (examined.kind === 'refused') return examined
    if (examined.kind === 'doubtful' && examined.retry) return examined
    if (examined.kind === 'doubtful') doubts.push(...examined.doubts)
  }
  return doubts.length === 0 ? { kind: 'confirmed' } : { kind: 'doubtful', doubts, retry: false }
}

function refusalOf(first: Mismatch, mismatches: readonly Mismatch[]): Rejected {
  const [code, field] = REFUSALS[first]
  if (mismatches.length === 1 && code !== 'USER_IDENTITY_DATA') return rejected(code, { field })
  return rejected('USER_IDENTITY_DATA', { field, details: { incorrect: mismatches } })
}

type Owner = Omit<OwnedAccount, 'account'>

/** Whether a card and its Sheba belong to a person. Refuses BANK_ACCOUNT_MISMATCH. */
export async function examineBankAccount(
  accounts: Pick<Accounts, 'identity' | 'log'>,
  { cardNumber, sheba, owner }: BankAccount & { readonly owner: Owner },
): Promise<Examined> {
  const doubts: IdentityDoubt[] = []
  for (const account of [{ cardNumber }, { sheba }]) {
    const owned = await accounts.identity.verifyBankAccount({ account, ...owner })
    if (owned.kind === 'unavailable') return unanswered(accounts, owned)
    const details = 'sheba' in account ? { shebaCode: account.sheba } : account
    if (owned.kind === 'refused') {
      const refusal = rejected('BANK_ACCOUNT_MISMATCH', { field: 'bankAccountsString', details })
      return { kind: 'refused', refusal }
    }
    const endsWith = ('sheba' in account ? account.sheba : account.cardNumber).slice(-SHOWN_DIGITS)
    if (owned.kind === 'doubtful') doubts.push({ what: 'BANK_ACCOUNT', endsWith })
  }
  return doubts.length === 0 ? { kind: 'confirmed' } : { kind: 'doubtful', doubts, retry: false }
}

/** No answer is not a refusal. If our own account is at fault, an error is logged for a person to read. */
function unanswered(
  { log }: Pick<Accounts, 'log'>,
  { fault }: Extract<AccountOutcome, { kind: 'unavailable' }>,
): Examined {
  if (fault === 'ACCOUNT_REFUSED')
    log.error({ fault }, 'the identity registry refuses our account; check its settings and its credit')
  return { kind: 'doubtful', doubts: [{ what: 'REGISTRY_DOWN' }], retry: true }
}
