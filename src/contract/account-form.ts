import * as z from 'zod/mini'
import { AuthenticationType, BankAccount, IdFormat } from './account.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { Line } from './typed-text.ts'
import { Day, replyWith } from './values.ts'

// Separate from the account itself, which the first page requests.

const text = (most: number) => Line(1, most)

/** The text parts of the multipart form; pictures travel as files beside them. */
export const AccountForm = z.strictObject({
  firstName: text(50),
  lastName: text(50),
  email: text(50),
  nationalCode: text(30),
  birthDay: Day,
  /** Landline; required in Iran alone. */
  telephone: z.optional(text(20)),
  state: text(50),
  city: text(50),
  postalCode: text(20),
  address: text(300),
  idFormatType: IdFormat,
  /** In Iran the account's own number in any spelling: another number is refused. Abroad the local number with its country code. */
  mobileNumber: z.optional(text(20)),
  /** One of `GET /country`; absent: the country chosen before, or Iran. */
  countryName: z.optional(text(60)),
  /** JSON list of `{cardNumber, shebaCode}`; required in Iran alone. */
  bankAccountsString: z.optional(text(2_000)),
})

export const submitAccount = defineEndpoint({
  method: 'POST',
  path: '/users/account',
  summary: 'Submit the account form with its pictures for verification',
  access: 'user',
  offline: 'never',
  body: AccountForm,
  files: ['image', 'backImage', 'documentImage'],
  response: replyWith({
    baseDTO: z.object({ authenticationType: AuthenticationType, verificationNeeded: z.boolean() }),
  }),
  errors: [
    'ALREADY_AUTHORIZED',
    'COUNTRY_UNKNOWN',
    'COUNTRY_PREFIX_MISMATCH',
    'BANK_ACCOUNT_INVALID',
    'TOO_MANY_REQUESTS',
    'IMAGE_INVALID',
    'NATIONAL_CODE_NOT_VALID',
    'MOBILE_NATIONAL_CODE_MISMATCH',
    'BIRTH_DATE_MISMATCH',
    'NAME_MISMATCH',
    'USER_IDENTITY_DATA',
    'BANK_ACCOUNT_MISMATCH',
    'BANK_ACCOUNT_TAKEN',
    'NATIONAL_CODE_TAKEN',
  ],
})

export const sendIdentityCode = defineEndpoint({
  ...ownRead,
  path: '/fino/send-sms-to-customer',
  summary: "Send the five-digit identity code to the caller's mobile",
  changesState: true,
  query: z.strictObject({ email: z.optional(z.string()) }),
  response: replyWith({ baseDTO: z.object({ expiresInSeconds: z.int() }) }),
  errors: [
    'ALREADY_AUTHORIZED',
    'ACCOUNT_INCOMPLETE',
    'IDENTITY_SERVICE_NOT_COMPLETED',
    'TOO_MANY_REQUESTS',
    'SMS_OTP_UNAVAILABLE',
  ],
})

const IdentityCode = z.string().check(z.regex(/^\d{5}$/))

const identityProof = {
  response: replyWith({ baseDTO: z.object({ authenticationType: AuthenticationType }) }),
  errors: [
    'ALREADY_AUTHORIZED',
    'ACCOUNT_INCOMPLETE',
    'IDENTITY_SERVICE_NOT_COMPLETED',
    'INCORRECT_OTP',
    'CODE_EXPIRED',
    'TOO_MANY_TRIES',
  ],
} as const

/** As the specification demands. Proxies log queries, so our own pages send the code in a body. */
export const checkIdentityCodeInQuery = defineEndpoint({
  ...ownRead,
  ...identityProof,
  path: '/fino/otp',
  summary: 'Check the five-digit identity code; on success the account is AUTHORIZED',
  changesState: true,
  query: z.strictObject({ otp: IdentityCode, email: z.optional(z.string()) }),
})

export const checkIdentityCode = defineEndpoint({
  ...identityProof,
  method: 'POST',
  path: '/fino/otp',
  summary: 'The same with the code in the body, which no proxy writes down',
  access: 'user',
  offline: 'never',
  body: z.strictObject({ otp: IdentityCode }),
})

export const getVerifiedBankAccounts = defineEndpoint({
  ...ownRead,
  path: '/users/verified-bank-accounts',
  summary: 'The cards the caller may pay with',
  response: replyWith({ content: z.array(BankAccount) }),
})
