import * as z from 'zod/mini'
import { defineEndpoint, operatorAct, operatorRead } from './endpoint.ts'
import { Cursor, Reason } from './operations.ts'
import { CoinSymbol, DecimalText, Id, Instant, replyWith, replyWithRows } from './values.ts'
import { Withdrawal } from './withdrawals.ts'

/** A withdrawal that waits for operators, with the facts for the decision. */
const WaitingWithdrawal = z.object({
  id: Id,
  userId: Id,
  /** Empty for a user without an identity. */
  userName: z.string(),
  amount: DecimalText,
  coin: CoinSymbol,
  /** In Toman when it was requested. */
  worth: DecimalText,
  /** Masked: "IR…1234". */
  destination: z.string(),
  createdAt: Instant,
  approvalsNeeded: z.int(),
  /** The operators who have approved it, in that order. */
  approvedBy: z.array(z.string()),
  isApprovedByMe: z.boolean(),
  userSince: Instant,
  /** The user's withdrawals before this one that were paid. */
  paidBefore: z.int(),
  /** Of those, to the same destination. */
  paidThereBefore: z.int(),
  /** When the user's protection last changed in a way that holds withdrawals for a day; null: never. */
  protectionChangedAt: z.nullable(Instant),
  /** The device of the last login before the request. */
  device: z.nullable(z.object({ browser: z.string(), osType: z.string() })),
})

/** Whole Toman, by the worth of what leaves. */
export const WithdrawalRules = z.strictObject({
  /** Of all users together within an hour; whatever exceeds it waits for two operators. */
  allHourMax: DecimalText,
  oneOperatorFrom: DecimalText,
  twoOperatorsFrom: DecimalText,
  /** Operators have not stopped everything that leaves. */
  withdrawalsOpen: z.boolean(),
})

export const getWaitingWithdrawals = defineEndpoint({
  ...operatorRead,
  path: '/operations/withdrawals',
  right: 'WITHDRAWALS_READ',
  summary: 'The hundred oldest withdrawals that wait for operators',
  response: replyWith({
    content: z.array(WaitingWithdrawal),
    baseDTO: WithdrawalRules,
  }),
})

const act = { ...operatorAct, right: 'WITHDRAWALS_DECIDE' } as const

export const approveWithdrawal = defineEndpoint({
  ...act,
  path: '/operations/withdrawals/:id/approve',
  summary: 'Approves a withdrawal; it is sent once as many operators as it needs have approved it',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  response: replyWith({ baseDTO: z.object({ approvals: z.int(), approvalsNeeded: z.int() }) }),
  errors: ['WITHDRAWAL_NOT_WAITING', 'NOTHING_TO_CHANGE'],
})

export const refuseWithdrawal = defineEndpoint({
  ...act,
  path: '/operations/withdrawals/:id/refuse',
  summary: 'Refuses a withdrawal: its money is free again, and its user reads the reason',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  response: replyWith({}),
  errors: ['WITHDRAWAL_NOT_WAITING'],
})

export const stopWithdrawals = defineEndpoint({
  ...act,
  path: '/operations/withdrawals/stop',
  summary: 'Stops everything that leaves, for all users: requests are refused, and nothing that waits is sent',
  body: z.strictObject({ reason: Reason }),
  response: replyWith({}),
  errors: ['NOTHING_TO_CHANGE'],
})

export const proposeWithdrawalRules = defineEndpoint({
  ...act,
  path: '/operations/withdrawals/propose-rules',
  summary: 'Proposes other rules of withdrawals, or to open them again after a stop, for another operator to approve',
  body: z.strictObject({ ...WithdrawalRules.shape, reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['SETTING_INVALID', 'NOTHING_TO_CHANGE', 'TOO_MANY_PROPOSALS', 'PROPOSAL_EXISTS'],
})

export const getUserWithdrawals = defineEndpoint({
  ...operatorRead,
  path: '/operations/users/:id/withdrawals',
  right: 'USERS_READ',
  summary: "A customer's withdrawals, newest first",
  params: z.strictObject({ id: Id }),
  query: z.strictObject({ before: Cursor }),
  response: replyWithRows(Withdrawal),
  errors: ['USER_NOT_FOUND'],
})
