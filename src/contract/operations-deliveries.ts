import * as z from 'zod/mini'
import { DELIVERY_STATES, HAND_OVER_DIGITS } from '#domain/delivery.ts'
import { AccountLevelName } from './account.ts'
import { deliveryFacts } from './deliveries.ts'
import { defineEndpoint, operatorAct, operatorRead } from './endpoint.ts'
import { Cursor, Reason } from './operations.ts'
import { Line } from './typed-text.ts'
import { DecimalText, Id, Instant, replyWith, replyWithRows } from './values.ts'

/** A delivery with what operators need to decide on it and to hand it over. */
const OperatorsDelivery = z.object({
  ...deliveryFacts,
  userId: Id,
  /** The verified name, to whose bearer alone the gold is handed over. */
  userName: z.string(),
  level: AccountLevelName,
  /** The street is left out for operators who hand nothing over. */
  hidesAddress: z.boolean(),
  /** In Toman when it was requested. */
  worth: DecimalText,
  approvalsNeeded: z.int(),
  /** The operators who have approved it, in that order. */
  approvedBy: z.array(z.string()),
  isApprovedByMe: z.boolean(),
  /** Since when it waits to be handed over. */
  waitingSince: z.nullable(Instant),
  /** The code was wrong too often: two operators must open the hand-over again. */
  locked: z.boolean(),
})

/** Weights are in grams. */
export const DeliveryRulesForm = z.strictObject({
  weightMin: DecimalText,
  weightMax: DecimalText,
  weightStep: DecimalText,
  feeFixed: DecimalText,
  /** With four decimals at the most. */
  feePercent: DecimalText,
  courier: z.boolean(),
})

export const DeliveryBranchForm = z.strictObject({
  persianName: Line(2, 60),
  englishName: Line(2, 60),
  persianAddress: Line(5, 200),
  englishAddress: Line(5, 200),
  persianHours: Line(2, 100),
  englishHours: Line(2, 100),
  /** Whether it takes new requests. */
  branchOpen: z.boolean(),
})

export const getOperatorsDeliveries = defineEndpoint({
  ...operatorRead,
  path: '/operations/deliveries',
  right: 'WITHDRAWALS_READ',
  summary: 'Deliveries of gold, newest first: all, or those in one state',
  query: z.strictObject({ state: z.optional(z.enum(DELIVERY_STATES)), before: Cursor }),
  response: replyWithRows(OperatorsDelivery),
})

export const getDeliverySettings = defineEndpoint({
  ...operatorRead,
  path: '/operations/delivery-settings',
  right: 'WITHDRAWALS_READ',
  summary: 'Weights, fees and branches of deliveries as they are set',
  response: replyWith({
    baseDTO: z.object({
      rules: z.object(DeliveryRulesForm.shape),
      branches: z.array(z.object({ id: Id, ...DeliveryBranchForm.shape })),
    }),
  }),
})

const act = { ...operatorAct, right: 'WITHDRAWALS_DECIDE' } as const
const onDelivery = { ...act, params: z.strictObject({ id: Id }), body: z.strictObject({ reason: Reason }) } as const
const PROPOSED = replyWith({ baseDTO: z.object({ id: Id }) })

export const approveDelivery = defineEndpoint({
  ...onDelivery,
  path: '/operations/deliveries/:id/approve',
  summary: 'Approves a delivery; it is prepared once as many operators as it needs have approved it',
  response: replyWith({ baseDTO: z.object({ approvals: z.int(), approvalsNeeded: z.int() }) }),
  errors: ['DELIVERY_NOT_WAITING', 'NOTHING_TO_CHANGE'],
})

export const refuseDelivery = defineEndpoint({
  ...onDelivery,
  path: '/operations/deliveries/:id/refuse',
  summary:
    'Refuses a delivery that is not set aside yet: its gold and its fee are free again, and its user reads the reason',
  response: replyWith({}),
  errors: ['DELIVERY_NOT_WAITING'],
})

export const TRACKING_LENGTH_MAX = 60

export const prepareDelivery = defineEndpoint({
  ...onDelivery,
  path: '/operations/deliveries/:id/ready',
  summary:
    'Notes that the gold lies ready at its branch, or was given to the courier, whose number it takes; its user gets the hand-over code',
  body: z.strictObject({ trackingNumber: z.optional(Line(1, TRACKING_LENGTH_MAX)), reason: Reason }),
  response: replyWith({}),
  errors: ['DELIVERY_NOT_WAITING', 'DELIVERY_TRACKING_REQUIRED'],
})

export const handOverDelivery = defineEndpoint({
  ...onDelivery,
  path: '/operations/deliveries/:id/hand-over',
  summary:
    "Hands the gold over by the code on its user's screen: it leaves the ledger for good. Five wrong codes lock it",
  body: z.strictObject({
    code: z.string().check(z.regex(new RegExp(`^\\d{${HAND_OVER_DIGITS}}$`))),
    reason: Reason,
  }),
  response: replyWith({}),
  errors: [
    'DELIVERY_NOT_WAITING',
    'WITHDRAWALS_STOPPED',
    'DELIVERY_ACCOUNT_FROZEN',
    'DELIVERY_LOCKED',
    'DELIVERY_CODE_WRONG',
  ],
})

export const proposeDeliveryReturn = defineEndpoint({
  ...onDelivery,
  path: '/operations/deliveries/:id/propose-return',
  summary:
    'Proposes to give back a delivery that was set aside or shipped, since the gold is back with the exchange; another operator approves',
  response: PROPOSED,
  errors: ['DELIVERY_NOT_WAITING', 'TOO_MANY_PROPOSALS', 'PROPOSAL_EXISTS'],
})

export const proposeDeliveryUnlock = defineEndpoint({
  ...onDelivery,
  path: '/operations/deliveries/:id/propose-unlock',
  summary: 'Proposes to open a hand-over again that wrong codes have locked; approved, its user has a new code',
  response: PROPOSED,
  errors: ['DELIVERY_NOT_WAITING', 'NOTHING_TO_CHANGE', 'TOO_MANY_PROPOSALS', 'PROPOSAL_EXISTS'],
})

export const proposeDeliveryRules = defineEndpoint({
  ...act,
  path: '/operations/deliveries/propose-rules',
  summary: 'Proposes other weights and fees of deliveries, for another operator to approve',
  body: z.strictObject({ ...DeliveryRulesForm.shape, reason: Reason }),
  response: PROPOSED,
  errors: ['SETTING_INVALID', 'NOTHING_TO_CHANGE', 'TOO_MANY_PROPOSALS', 'PROPOSAL_EXISTS'],
})

export const proposeDeliveryBranch = defineEndpoint({
  ...act,
  path: '/operations/deliveries/propose-branch',
  summary: 'Proposes a branch, or another text of one, or to close it, for another operator to approve',
  body: z.strictObject({ id: z.optional(Id), ...DeliveryBranchForm.shape, reason: Reason }),
  response: PROPOSED,
  errors: ['NOT_FOUND', 'NOTHING_TO_CHANGE', 'TOO_MANY_PROPOSALS', 'PROPOSAL_EXISTS'],
})

export const getUserDeliveries = defineEndpoint({
  ...operatorRead,
  path: '/operations/users/:id/deliveries',
  right: 'USERS_READ',
  summary: "A customer's deliveries of gold, newest first",
  params: z.strictObject({ id: Id }),
  query: z.strictObject({ before: Cursor }),
  response: replyWithRows(OperatorsDelivery),
  errors: ['USER_NOT_FOUND'],
})
