import * as z from 'zod/mini'
import type { ApiRefusal } from '#client/lib/call-api.ts'
import { ACCOUNT_FIELDS, type AccountField } from './account-form.logic.ts'

/** Field names of the API that differ from those on the screen. */
const FIELD_OF: Readonly<Record<string, AccountField>> = {
  bankAccountsString: 'bankAccounts',
  mobileNumber: 'foreignMobile',
}

/** Refusals that name no field but can be corrected in one. */
const FIELD_OF_CODE: Readonly<Record<string, AccountField>> = {
  BANK_ACCOUNT_TAKEN: 'bankAccounts',
  NATIONAL_CODE_TAKEN: 'nationalCode',
}

/** The faults found by the registry, with the field to correct. A mobile number of another person points at
 * the national code, since the form has no field for the account's own number. */
const FIELD_OF_INCORRECT = {
  NATIONAL_CODE_IS_INCORRECT: 'nationalCode',
  MOBILE_IS_INCORRECT: 'nationalCode',
  TELEPHONE_IS_INCORRECT: 'telephone',
  BIRTH_DATE_IS_INCORRECT: 'birthDay',
  NAME_IS_INCORRECT: 'firstName',
} as const satisfies Record<string, AccountField>

export type Incorrect = keyof typeof FIELD_OF_INCORRECT

const Details = z.object({ incorrect: z.array(z.string()) })
const isIncorrect = (name: string): name is Incorrect => Object.hasOwn(FIELD_OF_INCORRECT, name)

export type RefusedField = { field: AccountField; incorrect?: Incorrect }

/** The fields that a refusal names: every listed one of `USER_IDENTITY_DATA`, at most one of any other refusal. */
export function refusedFields({ code, field, details }: ApiRefusal): readonly RefusedField[] {
  const listed = code === 'USER_IDENTITY_DATA' ? Details.safeParse(details).data?.incorrect.filter(isIncorrect) : []
  if (listed && listed.length > 0)
    return listed.map((incorrect) => ({ field: FIELD_OF_INCORRECT[incorrect], incorrect }))
  const named =
    field === undefined ? FIELD_OF_CODE[code] : (FIELD_OF[field] ?? ACCOUNT_FIELDS.find((each) => each === field))
  return named ? [{ field: named }] : []
}
