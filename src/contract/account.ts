import * as z from 'zod/mini'
import { ACCOUNT_LEVELS } from '#domain/fee.ts'
import { IDENTITY_DOUBT_KINDS } from '#domain/identity-doubt.ts'
import { VERIFICATIONS } from '#domain/verification.ts'
import { defineEndpoint, keptOwnRead, publicRead } from './endpoint.ts'
import { Day, DecimalText, Flag, Instant, replyWith, SignedDecimalText, TwoStepType } from './values.ts'

export const AuthenticationType = z.enum(VERIFICATIONS)

export const AccountLevelName = z.enum(ACCOUNT_LEVELS)
export const IdFormat = z.enum(['ID_CARD', 'PASSPORT', 'DRIVER_LICENSE'])

export const BankAccount = z.object({
  /** Used to remove it. */
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
  /** The channel for the codes of a login. */
  twoStepAuthenticationType: z.optional(TwoStepType),
  countryName: z.optional(nullableText),
  firstName: nullableText,
  lastName: nullableText,
  email: nullableText,
  /** True if proven by a code sent there; the form's address is only a claim. */
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
  /** Null until the user has chosen a country. */
  location: z.nullable(Country),
  bankAccounts: z.array(BankAccount),
  authenticationType: AuthenticationType,
  authorized: z.boolean(),
  pending: z.boolean(),
  supervisor: z.boolean(),
  userAccountLevel: AccountLevelName,
  /** Three-month volume in Toman. */
  totalTradesVolume: DecimalText,
  /** In percent of the proceeds of a trade: "0.4". */
  fee: DecimalText,
  referralCode: z.string(),
  /** For users outside Iran: the number of the account form, in addition to the Iranian one of the login. */
  foreignMobileNumber: z.optional(nullableText),
  /** With `imageNeeded=true`: the path of each received picture. Viewing it requires a recent proof. */
  pictures: z.optional(z.object({ image: nullableText, backImage: nullableText, documentImage: nullableText })),
  /** Why the form came back, in words for the user; absent once it is sent again. */
  handedBack: z.optional(z.nullable(z.object({ reason: z.string(), at: Instant }))),
  /** The points under review, and since when. */
  review: z.optional(z.nullable(z.object({ since: Instant, doubts: z.array(z.enum(IDENTITY_DOUBT_KINDS)) }))),
})

export const getAccount = defineEndpoint({
  ...keptOwnRead,
  path: '/users/account',
  summary: 'Who the caller is and how far the verification has come',
  /** With `imageNeeded=true` the answer says where each picture is; the pictures themselves never leave by this call. */
  query: z.strictObject({ imageNeeded: Flag }),
  response: replyWith({ baseDTO: Account }),
})

export const AccountLevel = z.object({
  userAccountLevel: AccountLevelName,
  /** Three-month trade volume in Toman from which the level holds. */
  tradeAmount: DecimalText,
  /** The larger of the two below. */
  wagePercent: SignedDecimalText,
  /** For an order that is the maker. */
  makerPercent: z.optional(DecimalText),
  /** For an order that is the taker. */
  takerPercent: z.optional(DecimalText),
})

export const getAccountLevels = defineEndpoint({
  ...publicRead,
  path: '/users/account-levels',
  summary: 'The fee levels, without SUPERVISOR',
  response: replyWith({ content: z.array(AccountLevel) }),
})
