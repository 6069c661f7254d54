import * as z from 'zod/mini'
import { ACCOUNT_LEVELS } from '#domain/fee.ts'
import { VERIFICATIONS } from '#domain/verification.ts'
import { defineEndpoint, ownRead, publicRead } from './endpoint.ts'
import { Day, DecimalText, Flag, replyWith, SignedDecimalText, TwoStepType } from './values.ts'

export const AuthenticationType = z.enum(VERIFICATIONS)

export const AccountLevelName = z.enum(ACCOUNT_LEVELS)
export const IdFormat = z.enum(['ID_CARD', 'PASSPORT', 'DRIVER_LICENSE'])

export const BankAccount = z.object({ cardNumber: z.string(), shebaCode: z.string(), bankName: z.string() })

const nullableText = z.nullable(z.string())

export const Account = z.object({
  mobileNumber: z.string(),
  /** How the code of a login is sent. */
  twoStepAuthenticationType: z.optional(TwoStepType),
  countryName: z.optional(nullableText),
  firstName: nullableText,
  lastName: nullableText,
  email: nullableText,
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
  location: z.nullable(z.object({ countryName: z.string(), countryPhoneCode: z.string() })),
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
})

export const getAccount = defineEndpoint({
  ...ownRead,
  path: '/users/account',
  summary: 'Who the caller is and how far the verification has come',
  /** `imageNeeded` changes nothing: pictures never leave by this call. */
  query: z.strictObject({ imageNeeded: Flag }),
  response: replyWith({ baseDTO: Account }),
})

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))

/** The text parts of the multipart form; pictures travel as files beside them. */
export const AccountForm = z.strictObject({
  firstName: text(50),
  lastName: text(50),
  email: text(50),
  nationalCode: text(30),
  birthDay: Day,
  telephone: text(20),
  state: text(50),
  city: text(50),
  postalCode: text(20),
  address: text(300),
  idFormatType: IdFormat,
  /** The account's own, in any spelling: another one is refused. */
  mobileNumber: z.optional(text(20)),
  /** JSON list of `{cardNumber, shebaCode}`. */
  bankAccountsString: text(2_000),
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
    'BANK_ACCOUNT_INVALID',
    'TOO_MANY_REQUESTS',
    'IMAGE_INVALID',
    'BANK_ACCOUNT_TAKEN',
    'NATIONAL_CODE_TAKEN',
    'MOBILE_NATIONAL_CODE_MISMATCH',
    'IDENTITY_MISMATCH',
    'BANK_ACCOUNT_MISMATCH',
    'IDENTITY_SERVICE_UNAVAILABLE',
  ],
})

export const sendIdentityCode = defineEndpoint({
  ...ownRead,
  path: '/fino/send-sms-to-customer',
  summary: "Send the five-digit identity code to the caller's mobile",
  changesState: true,
  query: z.strictObject({ email: z.optional(z.string()) }),
  response: replyWith({ baseDTO: z.object({ expiresInSeconds: z.int() }) }),
  errors: ['ALREADY_AUTHORIZED', 'ACCOUNT_INCOMPLETE', 'TOO_MANY_REQUESTS', 'SMS_OTP_UNAVAILABLE'],
})

export const checkIdentityCode = defineEndpoint({
  ...ownRead,
  path: '/fino/otp',
  summary: 'Check the five-digit identity code; on success the account is AUTHORIZED',
  changesState: true,
  query: z.strictObject({ otp: z.string().check(z.regex(/^\d{5}$/)), email: z.optional(z.string()) }),
  response: replyWith({ baseDTO: z.object({ authenticationType: AuthenticationType }) }),
  errors: ['ALREADY_AUTHORIZED', 'ACCOUNT_INCOMPLETE', 'INCORRECT_OTP', 'CODE_EXPIRED', 'TOO_MANY_TRIES'],
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

export const Invites = z.object({
  referralCode: z.string(),
  countInvitees: z.int(),
  /** What the invited friends' fees have brought, in Toman at the prices of their trades. */
  profit: DecimalText,
})

export const getInvites = defineEndpoint({
  ...ownRead,
  path: '/users/invites',
  summary: "The caller's referral code, how many friends used it, and what their fees have brought",
  response: replyWith({ baseDTO: Invites }),
})
