import * as z from 'zod/mini'
import { OPERATOR_ROLES, PROPOSAL_KINDS } from '#domain/operator-rights.ts'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { Cursor, Reason } from './operations.ts'
import { Messages, ReceiverFilter } from './operations-broadcasts.ts'
import { Line } from './typed-text.ts'
import { CoinSymbol, DecimalText, Id, Instant, replyWith, replyWithRows } from './values.ts'

/** The amount of a coin that the operator's credit line lends. */
const CreditLine = z.strictObject({ coin: CoinSymbol, amount: DecimalText })

export const proposeSupervisor = defineEndpoint({
  method: 'POST',
  path: '/operations/users/:id/propose-supervisor',
  freshCode: true,
  right: 'SUPERVISOR_PROPOSE',
  summary: 'Proposes a customer as SUPERVISOR with a credit line per coin; another operator approves',
  access: 'operator',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ credit: z.array(CreditLine).check(z.maxLength(50)), reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: [
    'USER_NOT_FOUND',
    'NOTHING_TO_CHANGE',
    'USER_NOT_VERIFIED',
    'CREDIT_REQUIRED',
    'COIN_NOT_FOUND',
    'UNACCEPTABLE_AMOUNT',
    'PROPOSAL_EXISTS',
    'TOO_MANY_PROPOSALS',
  ],
})

/** At least one role; a duplicate counts once. */
const Roles = z.array(z.enum(OPERATOR_ROLES)).check(z.minLength(1), z.maxLength(OPERATOR_ROLES.length))

export const proposeOperator = defineEndpoint({
  method: 'POST',
  path: '/operations/propose-operator',
  freshCode: true,
  right: 'OPERATORS_CHANGE',
  summary: 'Proposes a further operator; another one approves, and the new one then sets up by a code to the mobile',
  access: 'operator',
  offline: 'never',
  body: z.strictObject({
    mobileNumber: z.string().check(z.minLength(10), z.maxLength(20)),
    name: Line(2, 80),
    roles: Roles,
    reason: Reason,
  }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['INVALID_MOBILE', 'NUMBER_HAS_ACCOUNT', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

export const OperatorRow = z.object({
  id: Id,
  name: z.string(),
  mobileNumber: z.string(),
  roles: z.array(z.enum(OPERATOR_ROLES)),
  /** True once a password and an authenticator are set up. */
  hasKeys: z.boolean(),
  /** Stopped: the account cannot sign in until two others readmit the operator. */
  isFrozen: z.boolean(),
  /** `null` before the first sign-in. */
  lastSignInAt: z.nullable(Instant),
  /** True for the operator who asks. */
  isOwn: z.boolean(),
})

export const getOperators = defineEndpoint({
  ...operatorRead,
  path: '/operations/operators',
  right: 'OPERATORS_READ',
  summary: 'Every operator, with the roles',
  response: replyWith({ content: z.array(OperatorRow) }),
})

export const proposeRoles = defineEndpoint({
  method: 'POST',
  path: '/operations/operators/:id/propose-roles',
  freshCode: true,
  right: 'OPERATORS_CHANGE',
  summary: 'Proposes other roles for an operator; another one approves, and they hold from the next call',
  access: 'operator',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ roles: Roles, reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['OPERATOR_NOT_FOUND', 'NOTHING_TO_CHANGE', 'TWO_ADMINS_NEEDED', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

export const proposeRemoval = defineEndpoint({
  method: 'POST',
  path: '/operations/operators/:id/propose-removal',
  freshCode: true,
  right: 'OPERATORS_CHANGE',
  summary: 'Proposes that an operator is one no longer; when another approves, the sessions end and the keys are gone',
  access: 'operator',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['OPERATOR_NOT_FOUND', 'TWO_ADMINS_NEEDED', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

export const stopOperator = defineEndpoint({
  method: 'POST',
  path: '/operations/operators/:id/stop',
  freshCode: true,
  right: 'OPERATORS_STOP',
  summary:
    'Stops an operator at once: the sessions end, nobody signs in by the account, and open proposals are withdrawn',
  access: 'operator',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  response: replyWith({}),
  errors: ['OPERATOR_NOT_FOUND', 'NOTHING_TO_CHANGE', 'TWO_ADMINS_NEEDED', 'TOO_MANY_REQUESTS'],
})

export const proposeLettingIn = defineEndpoint({
  method: 'POST',
  path: '/operations/operators/:id/propose-letting-in',
  freshCode: true,
  right: 'OPERATORS_CHANGE',
  summary: 'Proposes to let an operator in again who was stopped; another one approves',
  access: 'operator',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['OPERATOR_NOT_FOUND', 'NOTHING_TO_CHANGE', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

export const proposeNewKeys = defineEndpoint({
  method: 'POST',
  path: '/operations/operators/:id/propose-keys',
  freshCode: true,
  right: 'OPERATORS_CHANGE',
  summary:
    'Proposes new keys for an operator who has lost them; when another approves, the old ones open nothing, and new ones are set up by a code to the mobile within a day',
  access: 'operator',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['OPERATOR_NOT_FOUND', 'NOTHING_TO_CHANGE', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

export const proposeSupervisorsEnd = defineEndpoint({
  method: 'POST',
  path: '/operations/users/:id/propose-end-supervisor',
  right: 'SUPERVISOR_PROPOSE',
  summary:
    'Proposes that a SUPERVISOR is one no longer; when another approves, what lies unused of the credit line goes back, and standing orders stay',
  access: 'operator',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['USER_NOT_FOUND', 'NOTHING_TO_CHANGE', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

/** WITHDRAWN: closed by its own proposer. */
export const PROPOSAL_STATES = ['OPEN', 'APPROVED', 'REFUSED', 'WITHDRAWN', 'EXPIRED'] as const

export const ProposalRow = z.object({
  id: Id,
  kind: z.enum(PROPOSAL_KINDS),
  state: z.enum(PROPOSAL_STATES),
  /** The user concerned. */
  user: z.nullable(z.object({ id: Id, name: z.string(), mobileNumber: z.string() })),
  /** For a supervisor. */
  credit: z.array(z.object({ coin: CoinSymbol, amount: DecimalText })),
  /** For an operator to be added. */
  operator: z.nullable(z.object({ name: z.string(), mobileNumber: z.string() })),
  /** The market, coin or level concerned, if the proposal is not about a person. */
  subject: z.nullable(z.string()),
  /** The values before and after. */
  changes: z.array(z.object({ name: z.string(), before: z.nullable(z.string()), after: z.string() })),
  /** For a message to many users. */
  broadcast: z.nullable(
    z.object({
      receiverFilter: ReceiverFilter,
      messages: Messages,
      /** The number of receivers now; `null` once it is decided or expired. */
      receivers: z.nullable(z.int()),
    }),
  ),
  reason: z.string(),
  proposedBy: z.string(),
  /** Proposed by the operator who asks, who may withdraw it. */
  isOwn: z.boolean(),
  /** The operator who asks may approve or refuse it: this operator has the right, has not proposed it, and is not its subject. */
  mayDecide: z.boolean(),
  proposedAt: Instant,
  expiresAt: Instant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  decisionReason: z.nullable(z.string()),
  /** Approved, and all its actions are done. */
  executed: z.boolean(),
  /** Approved, but its actions have failed so far; they are retried every half minute. */
  failure: z.nullable(z.object({ at: Instant, tries: z.int(), reason: z.string() })),
})

export const getProposals = defineEndpoint({
  ...operatorRead,
  path: '/operations/proposals',
  right: 'PROPOSALS_READ',
  summary: 'What operators have proposed, newest first',
  query: z.strictObject({ before: Cursor }),
  response: replyWithRows(ProposalRow),
})

export const getOpenProposals = defineEndpoint({
  ...operatorRead,
  path: '/operations/proposals/open',
  right: 'PROPOSALS_READ',
  summary: 'What waits for a second operator, the oldest first: what it is about, and who proposed it',
  response: replyWith({
    content: z.array(
      z.object({
        id: Id,
        kind: z.enum(PROPOSAL_KINDS),
        subject: z.nullable(z.string()),
        userId: z.nullable(Id),
        proposedBy: z.string(),
        isOwn: z.boolean(),
        proposedAt: Instant,
      }),
    ),
  }),
})

const decision = {
  method: 'POST',
  access: 'operator',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  response: replyWith({}),
} as const

export const approveProposal = defineEndpoint({
  ...decision,
  path: '/operations/proposals/:id/approve',
  freshCode: true,
  right: 'PROPOSALS_DECIDE',
  summary:
    'Approves what another operator has proposed, within 24 hours; it is done at once. Of first or new keys of an operator the answer has, once, the code that the approving operator hands over',
  response: replyWith({ handoverCode: z.optional(z.string()) }),
  errors: [
    'PROPOSAL_NOT_FOUND',
    'PROPOSAL_CLOSED',
    'FOUR_EYES_REQUIRED',
    'NOTHING_TO_CHANGE',
    'NUMBER_HAS_ACCOUNT',
    'OPERATOR_NOT_FOUND',
    'TWO_ADMINS_NEEDED',
    'MARKET_NOT_FOUND',
    'COIN_NOT_FOUND',
    'SETTING_INVALID',
    'COIN_EXISTS',
    'MARKET_EXISTS',
    'SETTING_CHANGED',
    'USER_NOT_FOUND',
    'SUPERVISOR_BY_PROPOSAL',
    'CONTENT_NOT_FOUND',
    'CONTENT_CHANGED',
    'BANK_ACCOUNT_TAKEN',
    'PAYOUT_NOT_FOUND',
    'DELIVERY_NOT_WAITING',
  ],
})

export const refuseProposal = defineEndpoint({
  ...decision,
  path: '/operations/proposals/:id/refuse',
  right: 'PROPOSALS_DECIDE',
  summary: 'Refuses a proposal, or withdraws one’s own',
  errors: ['PROPOSAL_NOT_FOUND', 'PROPOSAL_CLOSED', 'FOUR_EYES_REQUIRED'],
})
