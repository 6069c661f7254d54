import * as z from 'zod/mini'
import { AuthenticationType, BankAccount, Country, IdFormat } from './account.ts'
import { AccountForm } from './account-form.ts'
import { defineEndpoint, publicRead } from './endpoint.ts'
import { Id, replyWith } from './values.ts'

export const getIdFormatTypes = defineEndpoint({
  ...publicRead,
  path: '/users/id-format-type',
  summary: 'The kinds of identity documents that the account form takes',
  response: replyWith({ content: z.array(IdFormat) }),
})

export const getCountries = defineEndpoint({
  ...publicRead,
  path: '/country',
  summary: 'Countries with their phone codes, Iran first',
  response: replyWith({ content: z.array(Country) }),
})

export const setCountry = defineEndpoint({
  method: 'POST',
  path: '/users/set-country',
  summary: 'Choose the country of residence; a form that was confirmed in another one has to be sent again',
  access: 'user',
  offline: 'never',
  body: z.strictObject({ countryName: z.string().check(z.minLength(1), z.maxLength(60)) }),
  response: replyWith({ baseDTO: z.object({ location: Country, authenticationType: AuthenticationType }) }),
  errors: ['COUNTRY_UNKNOWN', 'ALREADY_AUTHORIZED', 'IDENTITY_SERVICE_NOT_COMPLETED'],
})

const OWNED_BY_ANOTHER = ['BANK_ACCOUNT_MISMATCH', 'BANK_ACCOUNT_UNCONFIRMED', 'IDENTITY_SERVICE_UNAVAILABLE'] as const

export const updateAccount = defineEndpoint({
  method: 'PUT',
  path: '/users/account',
  summary:
    'Send the account form again without its pictures; of a verified user only the bank accounts may differ, which takes a fresh proof',
  access: 'user',
  offline: 'never',
  body: AccountForm,
  response: replyWith({
    baseDTO: z.object({ authenticationType: AuthenticationType, verificationNeeded: z.boolean() }),
  }),
  errors: [
    'COUNTRY_UNKNOWN',
    'COUNTRY_PREFIX_MISMATCH',
    'BANK_ACCOUNT_INVALID',
    'PROOF_REQUIRED',
    'TOO_MANY_REQUESTS',
    'BANK_ACCOUNT_IN_USE',
    'NATIONAL_CODE_NOT_VALID',
    'MOBILE_NATIONAL_CODE_MISMATCH',
    'BIRTH_DATE_MISMATCH',
    'NAME_MISMATCH',
    'USER_IDENTITY_DATA',
    ...OWNED_BY_ANOTHER,
    'BANK_ACCOUNT_TAKEN',
    'NATIONAL_CODE_TAKEN',
    'ALREADY_AUTHORIZED',
  ],
})

export const addBankAccount = defineEndpoint({
  method: 'POST',
  path: '/users/bank-accounts',
  summary: 'Add a card and its Sheba to a verified account; the registry confirms whose they are',
  access: 'fresh',
  offline: 'never',
  body: z.strictObject({
    cardNumber: z.string().check(z.minLength(1), z.maxLength(40)),
    shebaCode: z.string().check(z.minLength(1), z.maxLength(40)),
  }),
  response: replyWith({ baseDTO: BankAccount }),
  errors: [
    'ACCOUNT_NOT_AUTHORIZED',
    'BANK_ACCOUNTS_ABROAD',
    'BANK_ACCOUNT_INVALID',
    'BANK_ACCOUNT_PRESENT',
    'BANK_ACCOUNTS_FULL',
    'TOO_MANY_REQUESTS',
    ...OWNED_BY_ANOTHER,
    'BANK_ACCOUNT_TAKEN',
  ],
})

export const removeBankAccount = defineEndpoint({
  method: 'DELETE',
  path: '/users/bank-accounts/:id',
  summary: 'Remove a card of a verified account',
  access: 'user',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  response: replyWith({}),
  errors: ['ACCOUNT_NOT_AUTHORIZED', 'BANK_ACCOUNT_LAST', 'BANK_ACCOUNT_IN_USE'],
})
