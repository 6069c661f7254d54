import type { ErrorCode } from '#contract/errors.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { PersonMismatch, PersonOutcome } from '../providers/identity/identity.ts'
import type { CheckedForm, FormText } from './account-form.ts'
import type { Accounts } from './accounts.ts'

/** The refusal of each mismatch, and the field that it names. */
const PERSON_REFUSALS = {
  NATIONAL_CODE_IS_INCORRECT: { code: 'IDENTITY_MISMATCH', field: 'nationalCode' },
  MOBILE_IS_INCORRECT: { code: 'MOBILE_NATIONAL_CODE_MISMATCH', field: 'nationalCode' },
  BIRTH_DATE_IS_INCORRECT: { code: 'IDENTITY_MISMATCH', field: 'birthDay' },
  NAME_IS_INCORRECT: { code: 'IDENTITY_MISMATCH', field: 'firstName' },
} as const satisfies Record<PersonMismatch, { code: ErrorCode; field: keyof FormText }>

/**
 * Asks whether the person exists, the mobile number is theirs, and every card and Sheba too. `undefined` when all is so.
 * Refuses MOBILE_NATIONAL_CODE_MISMATCH, IDENTITY_MISMATCH, BANK_ACCOUNT_MISMATCH (its details name the card or Sheba),
 * IDENTITY_SERVICE_UNAVAILABLE where any inquiry got no answer; an error is logged where our own account is at fault.
 */
export async function askRegistry(
  accounts: Pick<Accounts, 'identity' | 'log'>,
  { person, birthDate, bankAccounts }: CheckedForm,
  mobileNumber: MobileNumber,
): Promise<Rejected | undefined> {
  const { identity } = accounts
  const { nationalCode, firstName, lastName } = person
  const found = await identity.verifyPerson({ nationalCode, mobileNumber, birthDate, firstName, lastName })
  if (found.kind === 'unavailable') return unanswered(accounts, found)
  if (found.kind === 'refused') {
    const { code, field } = PERSON_REFUSALS[found.code]
    return rejected(code, { field })
  }
  for (const { cardNumber, sheba } of bankAccounts) {
    for (const account of [{ cardNumber }, { sheba }]) {
      const owned = await identity.verifyBankAccount({ account, nationalCode, birthDate })
      if (owned.kind === 'unavailable') return unanswered(accounts, owned)
      const details = 'sheba' in account ? { shebaCode: account.sheba } : account
      if (owned.kind === 'refused') {
        return rejected('BANK_ACCOUNT_MISMATCH', { field: 'bankAccountsString', details })
      }
    }
  }
  return undefined
}

function unanswered(
  { log }: Pick<Accounts, 'log'>,
  { fault }: Extract<PersonOutcome, { kind: 'unavailable' }>,
): Rejected {
  if (fault === 'ACCOUNT_REFUSED')
    log.error({ fault }, 'the identity registry refuses our account; check its settings and its credit')
  return rejected('IDENTITY_SERVICE_UNAVAILABLE')
}
