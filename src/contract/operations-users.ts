import * as z from 'zod/mini'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { Reason, UserRow } from './operations.ts'
import { LoginRow } from './users.ts'
import { CoinSymbol, DecimalText, Id, Instant, replyWith, TwoStepType } from './values.ts'

const OfUser = z.strictObject({ id: Id })

/** A device that is signed in. */
const SessionRow = z.object({
  id: Id,
  openedAt: Instant,
  lastUsedAt: Instant,
  ipAddress: z.string(),
  deviceType: z.string(),
  osType: z.string(),
  browser: z.string(),
})

export const UserPage = z.extend(UserRow, {
  email: z.nullable(z.string()),
  birthDay: z.nullable(z.string()),
  state: z.nullable(z.string()),
  city: z.nullable(z.string()),
  twoStepAuthenticationType: TwoStepType,
  /** The level stays as an operator has set it, whatever the user trades. */
  levelSetByHand: z.boolean(),
  frozenAt: z.nullable(Instant),
  withdrawalsHeldUntil: z.nullable(Instant),
  /** How many photos of documents are kept. */
  photos: z.int(),
  balances: z.array(z.object({ coin: CoinSymbol, available: DecimalText, blocked: DecimalText })),
  /** The last ten. */
  logins: z.array(LoginRow),
  sessions: z.array(SessionRow),
})

export const getUser = defineEndpoint({
  ...operatorRead,
  path: '/operations/users/:id',
  right: 'USERS_READ',
  summary: 'A customer: facts, balances, logins, sessions',
  params: OfUser,
  response: replyWith({ baseDTO: UserPage }),
  errors: ['USER_NOT_FOUND'],
})

const act = { method: 'POST', access: 'operator', offline: 'never', params: OfUser, response: replyWith({}) } as const

export const freezeUser = defineEndpoint({
  ...act,
  path: '/operations/users/:id/freeze',
  right: 'USERS_PROTECT',
  summary: "Freezes a customer's account: the sessions end at once, and no login is allowed",
  body: z.strictObject({ reason: Reason }),
  errors: ['USER_NOT_FOUND', 'NOTHING_TO_CHANGE'],
})

export const unfreezeUser = defineEndpoint({
  ...act,
  path: '/operations/users/:id/unfreeze',
  freshCode: true,
  right: 'USERS_PROTECT',
  summary: 'Lets a frozen customer in again, also one whose freezing was the customer’s own',
  body: z.strictObject({ reason: Reason }),
  errors: ['USER_NOT_FOUND', 'NOTHING_TO_CHANGE'],
})

export const endUserSessions = defineEndpoint({
  ...act,
  path: '/operations/users/:id/end-sessions',
  right: 'USERS_PROTECT',
  summary: 'Ends one session of a customer, or all of them where none is named',
  body: z.strictObject({ sessionId: z.optional(Id), reason: Reason }),
  errors: ['USER_NOT_FOUND', 'NOTHING_TO_CHANGE'],
})

export const deleteUserDocuments = defineEndpoint({
  ...act,
  path: '/operations/users/:id/delete-documents',
  freshCode: true,
  right: 'DOCUMENTS_DELETE',
  summary:
    'Deletes the photos of documents: they can be restored for thirty days. What the customer has proven stays proven',
  body: z.strictObject({ reason: Reason }),
  errors: ['USER_NOT_FOUND', 'NOTHING_TO_CHANGE'],
})

/** The levels that an operator sets; the first leaves it to the traded volume. */
export const SET_LEVELS = ['BY_VOLUME', 'VIP_1', 'VIP_2', 'VIP_3', 'VIP_4'] as const

export const setUserLevel = defineEndpoint({
  ...act,
  path: '/operations/users/:id/level',
  right: 'USERS_SET_LEVEL',
  summary: 'Sets a level that stays, or gives the customer back to the levels by volume',
  body: z.strictObject({ level: z.enum(SET_LEVELS), reason: Reason }),
  errors: ['USER_NOT_FOUND', 'SUPERVISOR_BY_PROPOSAL', 'NOTHING_TO_CHANGE'],
})
