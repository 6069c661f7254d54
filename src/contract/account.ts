import * as z from 'zod/mini'
import { ACCOUNT_LEVELS } from '#domain/fee.ts'
import { IDENTITY_DOUBT_KINDS } from '#domain/identity-doubt.ts'
import { VERIFICATIONS } from '#domain/verification.ts'
import { defineEndpoint, ownRead, publicRead } from './endpoint.ts'
import { Day, DecimalText, Flag, Instant, Line, replyWith, SignedDecimalText, TwoStepType } from './values.ts'

export const AuthenticationType = z.enum(VERIFICATIONS)

export const AccountLevelName = z.enum(ACCOUNT_LEVELS)
export const IdFormat = z.enum(['ID_CARD', 'PASSPORT', 'DRIVER_LICENSE'])

export const BankAccount = z.object({
  /** By which it is removed. */
  id: z.optional(z.int()),
  cardNumber: z.string(),
  shebaCode: z.string(),
  bankName: z.string(),
})

export const Country = z.object({
  countryName: z.string(),
  countryPhoneCode: z.string(),
  /** ISO 3166-1, two letters. */
  countryCode: z.optional(z.string()),
})

const nullableText = z.nullable(z.string())

export const Account = z.object({
  mobileNumber: z.string(),
  /** How the code of a login is sent. */
  twoStepAuthenticationType: z.optional(TwoStepType),
  countryName: z.optional(nullableText),
  firstName: nullableText,
  lastName: nullableText,
  email: nullableText,
  /** Proven by a code that was sent there; the form's own is a claim. */
  emailVerified: z.optional(z.boolean()),
  nationalCode: nullableText,
  birthDay: z.nullable(Day),
  telephone: nullableText,
  state: nullableText,
  city: nullableText,
  postalCode: nullableText,
  address: nullableText,
  idFormatType: z.nullable(IdFormat),
  /** Whether each picture has been received; the pictures themselves never leave by this call. */
  image: z.boolean(),
  backImage: z.boolean(),
  documentImage: z.boolean(),
  /** Until the user has chosen a country, none. */
  location: z.nullable(Country),
  bankAccounts: z.array(BankAccount),
  authenticationType: AuthenticationType,
  authorized: z.boolean(),
  pending: z.boolean(),
  supervisor: z.boolean(),
  userAccountLevel: AccountLevelName,
  /** Three-month volume in Toman. */
  totalTradesVolume: DecimalText,
  /** Percent of what a trade brings: "0.4". */
  fee: DecimalText,
  referralCode: z.string(),
  /** Outside Iran: the number of the account form, beside the Iranian one of the login. */
  foreignMobileNumber: z.optional(nullableText),
  /** With `imageNeeded=true`: the path of each picture that was received. Looking at it takes a fresh proof. */
  pictures: z.optional(z.object({ image: nullableText, backImage: nullableText, documentImage: nullableText })),
  /** Why the form came back, in words for the user; until it is sent again. */
  handedBack: z.optional(z.nullable(z.object({ reason: z.string(), at: Instant }))),
  /** What is being looked at, and since when. */
  review: z.optional(z.nullable(z.object({ since: Instant, doubts: z.array(z.enum(IDENTITY_DOUBT_KINDS)) }))),
})

export const getAccount = defineEndpoint({
  ...ownRead,
  path: '/users/account',
  summary: 'Who the caller is and how far the verification has come',
  /** With `imageNeeded=true` the answer says where each picture is; the pictures themselves never leave by this call. */
  query: z.strictObject({ imageNeeded: Flag }),
  response: replyWith({ baseDTO: Account }),
})

const text = (most: number) => Line(1, most)

/** The text parts of the multipart form; pictures travel as files beside them. */
export const AccountForm = z.strictObject({
  firstName: text(50),
  lastName: text(50),
  email: text(50),
  nationalCode: text(30),
  birthDay: Day,
  /** Landline; asked for in Iran alone. */
  telephone: z.optional(text(20)),
  state: text(50),
  city: text(50),
  postalCode: text(20),
  address: text(300),
  idFormatType: IdFormat,
  /** In Iran the account's own, in any spelling: another one is refused. Abroad the number there, with its country code. */
  mobileNumber: z.optional(text(20)),
  /** One of `GET /country`; absent: the one that was chosen, or Iran. */
  countryName: z.optional(text(60)),
  /** JSON list of `{cardNumber, shebaCode}`; asked for in Iran alone. */
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

export const checkIdentityCode = defineEndpoint({
  ...ownRead,
  path: '/fino/otp',
  summary: 'Check the five-digit identity code; on success the account is AUTHORIZED',
  changesState: true,
  query: z.strictObject({ otp: z.string().check(z.regex(/^\d{5}$/)), email: z.optional(z.string()) }),
  response: replyWith({ baseDTO: z.object({ authenticationType: AuthenticationType }) }),
  errors: [
    'ALREADY_AUTHORIZED',
    'ACCOUNT_INCOMPLETE',
    'IDENTITY_SERVICE_NOT_COMPLETED',
    'INCORRECT_OTP',
    'CODE_EXPIRED',
    'TOO_MANY_TRIES',
  ],
})

export const getVerifiedBankAccounts = defineEndpoint({
  ...ownRead,
  path: '/users/verified-bank-accounts',
  summary: 'The cards the caller may pay with',
  response: replyWith({ content: z.array(BankAccount) }),
})

export const AccountLevel = z.object({
  userAccountLevel: AccountLevelName,
  /** Three-month trade volume in Toman from which the level holds. */
  tradeAmount: DecimalText,
  /** The greater of the two below. */
  wagePercent: SignedDecimalText,
  /** Where an order of this level is the maker. */
  makerPercent: z.optional(DecimalText),
  /** Where it is the taker. */
  takerPercent: z.optional(DecimalText),
})

export const getAccountLevels = defineEndpoint({
  ...publicRead,
  path: '/users/account-levels',
  summary: 'The fee levels, without SUPERVISOR',
  response: replyWith({ content: z.array(AccountLevel) }),
})
