import * as z from 'zod/mini'
import { EMAIL_LENGTH_MAX } from '#domain/email-address.ts'
import { OPERATOR_ROLES } from '#domain/operator-rights.ts'
import { AccountLevelName, AuthenticationType } from './account.ts'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { Line, Words } from './typed-text.ts'
import { Id, Instant, replyWith, replyWithRows } from './values.ts'

/** Why an operator acts; the log stores it. */
export const Reason = Words(3, 300)

export const OperatorFacts = z.object({
  id: Id,
  name: z.string(),
  roles: z.array(z.enum(OPERATOR_ROLES)),
  /** When an unused session ends. */
  expiresAt: Instant,
})

export const operatorLogin = defineEndpoint({
  method: 'POST',
  path: '/operations/login',
  summary:
    "An operator's password and the code of the authenticator; opens a session (cookie, and `token` for programs) that ends after 30 minutes without use, and after ten hours in any case",
  access: 'public',
  offline: 'never',
  body: z.strictObject({
    mobileNumber: z.string().check(z.minLength(10), z.maxLength(20)),
    password: z.string().check(z.minLength(1), z.maxLength(128)),
    code: z.string().check(z.minLength(1), z.maxLength(20)),
  }),
  /** Null for our own pages, whose session is in a cookie that scripts cannot read. */
  response: replyWith({ token: z.nullable(z.string()) }),
  errors: ['TOO_MANY_REQUESTS', 'SIGN_IN_BUSY', 'OPERATOR_LOGIN_REFUSED'],
})

export const operatorLogout = defineEndpoint({
  method: 'POST',
  path: '/operations/logout',
  right: 'OWN_SESSION',
  summary: "Ends the operator's session",
  access: 'operator',
  offline: 'never',
  response: replyWith({}),
  errors: [],
})

export const proveOperator = defineEndpoint({
  method: 'POST',
  path: '/operations/prove',
  right: 'OWN_SESSION',
  summary: 'A code of the authenticator, after which acts that ask for a fresh one are open for ten minutes',
  access: 'operator',
  offline: 'never',
  body: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(20)) }),
  response: replyWith({}),
  errors: ['TOO_MANY_REQUESTS', 'INCORRECT_OTP'],
})

const NumberText = z.string().check(z.minLength(10), z.maxLength(20))

const SetUpToken = z.string().check(z.minLength(1), z.maxLength(64))
const CodeText = z.string().check(z.minLength(1), z.maxLength(20))

export const beginSetUp = defineEndpoint({
  method: 'POST',
  path: '/operations/set-up/begin',
  summary:
    'For the code that the approving operator has handed over: a code to the mobile of an operator whom two others have added within a day, and a token to go on with. The refusal is the same for any number.',
  access: 'public',
  offline: 'never',
  body: z.strictObject({ mobileNumber: NumberText, handoverCode: CodeText }),
  response: replyWith({ setUpToken: SetUpToken }),
  errors: ['INVALID_MOBILE', 'TOO_MANY_REQUESTS', 'SET_UP_REFUSED'],
})

export const finishSetUp = defineEndpoint({
  method: 'POST',
  path: '/operations/set-up/finish',
  summary:
    'The texted code, for the password and the authenticator of a new operator, which are answered once and hold once they are confirmed',
  access: 'public',
  offline: 'never',
  body: z.strictObject({ setUpToken: SetUpToken, code: CodeText }),
  response: replyWith({
    baseDTO: z.object({ password: z.string(), secret: z.string(), qrCodeLink: z.string() }),
  }),
  errors: ['TOO_MANY_REQUESTS', 'SIGN_IN_BUSY', 'SET_UP_REFUSED'],
})

export const confirmSetUp = defineEndpoint({
  method: 'POST',
  path: '/operations/set-up/confirm',
  summary: 'A code of the new authenticator, from which on the keys are the operator’s',
  access: 'public',
  offline: 'never',
  body: z.strictObject({ setUpToken: SetUpToken, code: CodeText }),
  response: replyWith({}),
  errors: ['TOO_MANY_REQUESTS', 'SET_UP_REFUSED', 'INCORRECT_OTP'],
})

export const getDuty = defineEndpoint({
  ...operatorRead,
  path: '/operations/duty',
  right: 'OWN_SESSION',
  summary: 'Whether this operator is on duty, and which others are: they are told by SMS what waits and what fails',
  response: replyWith({ baseDTO: z.object({ onDuty: z.boolean(), others: z.array(z.string()) }) }),
})

export const setDuty = defineEndpoint({
  method: 'PUT',
  path: '/operations/duty',
  right: 'OWN_SESSION',
  summary: 'Goes on duty, or off',
  access: 'operator',
  offline: 'never',
  body: z.strictObject({ onDuty: z.boolean() }),
  response: replyWith({}),
  errors: [],
})

export const getOperator = defineEndpoint({
  ...operatorRead,
  polled: true,
  path: '/operations/me',
  right: 'OWN_SESSION',
  summary: 'The operator of this session',
  response: replyWith({ baseDTO: OperatorFacts }),
})

export const UserRow = z.object({
  id: Id,
  mobileNumber: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  nationalCode: z.nullable(z.string()),
  authenticationType: AuthenticationType,
  userAccountLevel: AccountLevelName,
  /** Frozen, by the user or by an operator. */
  frozen: z.boolean(),
  /** Who closed the account: its user by freezing, or an operator by blocking. */
  frozenBy: z.nullable(z.enum(['USER', 'OPERATOR'])),
  createdDate: Instant,
})

/** The position where a list continues: `next` of the last answer; empty or absent for its beginning. */
export const Cursor = z.optional(z.string().check(z.regex(/^\d{0,18}$/)))

/** Selects customers: blocked by an operator, frozen by themselves, with a waiting form, with held withdrawals. */
export const USER_STATES = ['ALL', 'BLOCKED', 'FROZEN', 'WAITING', 'HELD'] as const

export const searchUsers = defineEndpoint({
  method: 'POST',
  path: '/operations/users/search',
  right: 'USERS_READ',
  summary:
    'Customers of this number or e-mail address, or whose mobile number, national code, document number or name begins so, of one state or of all, the newest first; all of them for an empty search',
  access: 'operator',
  offline: 'never',
  /** In the body, since a national code does not belong in an address. */
  body: z.strictObject({ search: Line(0, EMAIL_LENGTH_MAX), state: z.optional(z.enum(USER_STATES)), before: Cursor }),
  response: replyWithRows(UserRow),
  errors: ['LOOKS_USED_UP'],
})
