import * as z from 'zod/mini'
import { AccountLevelName, AuthenticationType } from './account.ts'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { Id, Instant, replyWith, replyWithRows } from './values.ts'

/** Why an operator acts: the log keeps it. */
export const Reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(300))

export const OperatorFacts = z.object({
  id: Id,
  name: z.string(),
  /** When the session ends, used or not. */
  expiresAt: Instant,
})

export const operatorLogin = defineEndpoint({
  method: 'POST',
  path: '/operations/login',
  summary:
    "An operator's password and the code of the authenticator; opens a session of 30 minutes (cookie, and `token`)",
  access: 'public',
  offline: 'never',
  body: z.strictObject({
    mobileNumber: z.string().check(z.minLength(10), z.maxLength(20)),
    password: z.string().check(z.minLength(1), z.maxLength(128)),
    code: z.string().check(z.minLength(1), z.maxLength(20)),
  }),
  response: replyWith({ token: z.string() }),
  errors: ['TOO_MANY_REQUESTS', 'OPERATOR_LOGIN_REFUSED'],
})

export const operatorLogout = defineEndpoint({
  method: 'POST',
  path: '/operations/logout',
  summary: "Ends the operator's session",
  access: 'operator',
  offline: 'never',
  response: replyWith({}),
  errors: [],
})

export const getOperator = defineEndpoint({
  ...operatorRead,
  path: '/operations/me',
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
  createdDate: Instant,
})

/** Where a list goes on: what the last answer called `next`; empty or absent for its beginning. */
export const Cursor = z.optional(z.string().check(z.regex(/^\d{0,18}$/)))

export const searchUsers = defineEndpoint({
  method: 'POST',
  path: '/operations/users/search',
  summary:
    'Customers whose mobile number, national code or name begins so, the newest first; all of them for an empty search',
  access: 'operator',
  offline: 'never',
  /** In the body, since a national code belongs in no address. */
  body: z.strictObject({ search: z.string().check(z.maxLength(60)), before: Cursor }),
  response: replyWithRows(UserRow),
  errors: [],
})
