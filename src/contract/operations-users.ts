import * as z from 'zod/mini'
import { FREEZE_KINDS, OWNER_CHECKS } from '#domain/operator-rights.ts'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { Reason, UserRow } from './operations.ts'
import { LoginRow } from './users.ts'
import { CoinSymbol, DecimalText, Id, Instant, replyWith, TwoStepType } from './values.ts'

const OfUser = z.strictObject({ id: Id })

/** A signed-in device. */
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
  /** True if an operator has set the level, which then does not follow the volume. */
  levelSetByHand: z.boolean(),
  frozenAt: z.nullable(Instant),
  /** Who froze the account; by name and with the reason if an operator did. */
  freeze: z.nullable(
    z.object({ kind: z.enum(FREEZE_KINDS), by: z.nullable(z.string()), reason: z.nullable(z.string()) }),
  ),
  withdrawalsHeldUntil: z.nullable(Instant),
  /** The number of stored photos of documents. */
  photos: z.int(),
  cards: z.array(
    z.object({
      id: Id,
      cardNumber: z.string(),
      shebaCode: z.string(),
      verified: z.boolean(),
      /** True if the bank did not name its owner, or an operator has withdrawn its verification. */
      doubted: z.boolean(),
    }),
  ),
  /** The addresses that the user keeps for withdrawals of coins. */
  savedAddresses: z.array(
    z.object({ id: Id, network: z.string(), label: z.string(), address: z.string(), addedAt: Instant }),
  ),
  /** Whether withdrawals go to these alone. */
  onlySavedAddresses: z.boolean(),
  balances: z.array(z.object({ coin: CoinSymbol, available: DecimalText, blocked: DecimalText })),
  /** The loans of the exchange's credit line. */
  credit: z.object({
    lines: z.array(z.object({ proposalId: Id, at: Instant, coin: CoinSymbol, amount: DecimalText })),
    /** The amount of each coin that was not returned yet. */
    owed: z.array(z.object({ coin: CoinSymbol, amount: DecimalText })),
  }),
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
  errors: ['USER_NOT_FOUND', 'LOOKS_USED_UP'],
})

const act = { method: 'POST', access: 'operator', offline: 'never', params: OfUser, response: replyWith({}) } as const

export const freezeUser = defineEndpoint({
  ...act,
  path: '/operations/users/:id/freeze',
  right: 'USERS_PROTECT',
  summary: "Freezes a customer's account: the sessions end at once, and no login is allowed",
  body: z.strictObject({ reason: Reason }),
  errors: ['USER_NOT_FOUND', 'NOTHING_TO_CHANGE', 'TOO_MANY_REQUESTS'],
})

export const unfreezeUser = defineEndpoint({
  ...act,
  path: '/operations/users/:id/unfreeze',
  freshCode: true,
  right: 'USERS_PROTECT',
  summary:
    'Lets a frozen customer in again. The freeze of risk takes the right of risk; the customer’s own says how the customer was recognised',
  body: z.strictObject({ check: z.optional(z.enum(OWNER_CHECKS)), reason: Reason }),
  errors: ['USER_NOT_FOUND', 'NOTHING_TO_CHANGE', 'OWNER_CHECK_REQUIRED'],
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
    'Deletes the photos of documents. Their sealed files lie on the server for thirty days, out of reach of the console. What the customer has proven stays proven',
  body: z.strictObject({ reason: Reason }),
  errors: ['USER_NOT_FOUND', 'NOTHING_TO_CHANGE'],
})

const OfCard = z.strictObject({ id: Id, card: Id })

export const proposeCard = defineEndpoint({
  ...act,
  params: OfCard,
  path: '/operations/users/:id/cards/:card/verify',
  right: 'IDENTITIES_DECIDE',
  summary: 'Proposes that a card which the bank did not confirm is the customer’s; another operator approves',
  body: z.strictObject({ reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: [
    'USER_NOT_FOUND',
    'NOT_FOUND',
    'USER_NOT_VERIFIED',
    'NOTHING_TO_CHANGE',
    'PROPOSAL_EXISTS',
    'TOO_MANY_PROPOSALS',
  ],
})

export const unverifyCard = defineEndpoint({
  ...act,
  params: OfCard,
  path: '/operations/users/:id/cards/:card/unverify',
  right: 'IDENTITIES_DECIDE',
  summary: 'Takes the verification of a card back; the customer is told',
  body: z.strictObject({ reason: Reason }),
  errors: ['USER_NOT_FOUND', 'NOT_FOUND', 'NOTHING_TO_CHANGE'],
})

export const revokeIdentity = defineEndpoint({
  ...act,
  path: '/operations/users/:id/revoke-identity',
  right: 'IDENTITIES_DECIDE',
  summary:
    'Takes the approval of an identity back: the form is open again and no card is verified; the customer reads why',
  body: z.strictObject({ reason: Reason }),
  errors: ['USER_NOT_FOUND', 'NOTHING_TO_CHANGE'],
})

/** The levels that an operator can set; the first leaves the level to the traded volume. */
export const SET_LEVELS = ['BY_VOLUME', 'VIP_1', 'VIP_2', 'VIP_3', 'VIP_4'] as const

export const setUserLevel = defineEndpoint({
  ...act,
  path: '/operations/users/:id/level',
  right: 'USERS_SET_LEVEL',
  summary:
    'Proposes a level that stays, or to give the customer back to the levels by volume; another operator approves',
  body: z.strictObject({ level: z.enum(SET_LEVELS), reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['USER_NOT_FOUND', 'SUPERVISOR_BY_PROPOSAL', 'NOTHING_TO_CHANGE', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})
