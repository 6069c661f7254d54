import * as z from 'zod/mini'
import { OUTGOING_STATES } from '#domain/outgoing-transfer.ts'
import { DepositStatus } from './deposits.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { PasskeyAnswer, questionTo, RequestOptions } from './passkeys.ts'
import {
  AddressTag,
  CoinSymbol,
  DecimalText,
  daySpan,
  Id,
  Instant,
  paging,
  replyWith,
  replyWithRows,
  TwoStepType,
} from './values.ts'

export const Withdrawal = z.object({
  id: Id,
  /** The whole that leaves the balance, with the network's fee. */
  amount: DecimalText,
  networkFee: DecimalText,
  /** The amount that arrives at the destination. */
  sentAmount: DecimalText,
  relatedCoin: CoinSymbol,
  /** The network; null for a bank; USER for a transfer to another user. */
  tokenType: z.nullable(z.string()),
  /** The Sheba, the address, or the recipient's mobile number. */
  destinationWalletAddress: z.string(),
  /** The tag or memo of the address; null for a destination without one. */
  tag: z.nullable(z.string()),
  /** The Sheba, for Toman. */
  bankAccount: z.nullable(z.string()),
  transactionStatus: DepositStatus,
  isDone: z.boolean(),
  /** The status in detail. */
  state: z.enum(OUTGOING_STATES),
  /** Whether its user may still cancel it. */
  cancellable: z.boolean(),
  /** The reason why it ended without being sent, if somebody gave one. */
  endReason: z.nullable(z.string()),
  /** The bank's reference, or the id of the network's transaction. */
  link: z.nullable(z.string()),
  /** The page of the transaction in a public explorer of its chain; null for a bank and for a chain without one. */
  explorerLink: z.nullable(z.string()),
  /** Blocks on top of the transaction so far, and those that it needs; null until it is in a block. */
  confirmations: z.nullable(z.int()),
  confirmationsNeeded: z.nullable(z.int()),
  createdAtDateTime: Instant,
  endedAtDateTime: z.nullable(Instant),
})

/** The amount and the destination. The code of a withdrawal works for exactly this. */
const leaving = {
  amount: DecimalText,
  /** The Sheba of a verified bank account for Toman, with "IR"; the address for coins; the recipient's mobile number for OTHER. */
  destinationWalletAddress: z.string().check(z.minLength(1), z.maxLength(120)),
  /** The tag or memo that belongs to the address, on networks that have one. */
  tag: z.optional(AddressTag),
  relatedCoin: CoinSymbol,
  /** The network, of coins alone. */
  tokenType: z.optional(z.string().check(z.maxLength(20))),
  /** OTHER: a transfer to another verified user of the exchange, inside its ledger. Absent: OWN. */
  withdrawalType: z.optional(z.enum(['OWN', 'OTHER'])),
}

/** The withdrawal that a code or a passkey confirms. */
const confirmed = z.strictObject({
  ...leaving,
  /** The amount is bought by a quick trade that sends what it buys: its wage is not taken off yet. */
  isBought: z.optional(z.boolean()),
})

const REFUSED = [
  'COIN_NOT_FOUND',
  'WITHDRAWAL_DISABLED',
  'UNACCEPTABLE_AMOUNT',
  'AMOUNT_IS_LOW',
  'AMOUNT_IS_HIGH',
  'ADDRESS_NOT_FOUND',
  'NETWORK_REQUIRED',
  'NETWORK_NOT_SUPPORTED',
  'TAG_NOT_SUPPORTED',
  'TAG_INVALID',
  'TAG_REQUIRED',
  'RECEIVER_NEEDS_MORE',
  'ADDRESS_INVALID',
  'CONFLICT',
  'ADDRESS_BLOCKED',
  'WALLET_UNAVAILABLE',
  'MOBILE_NUMBER_NOT_FOUND',
  'OWN_MOBILE_NUMBER',
  'AMOUNT_NOT_ALLOWED',
  'LOW_AMOUNT',
  'WITHDRAWALS_STOPPED',
  'FORBIDDEN',
  'ACCOUNT_NOT_AUTHORIZED',
  'WITHDRAWALS_HELD',
  'ADDRESS_NOT_SAVED',
  'DESTINATION_TOO_NEW',
  'WITHDRAWAL_HOUR_LIMIT_REACHED',
  'WITHDRAWAL_DAY_LIMIT_REACHED',
  'NOT_ENOUGH_BALANCE_TOMAN',
  'NOT_ENOUGH_BALANCE',
] as const

export const sendWithdrawalCode = defineEndpoint({
  method: 'POST',
  path: '/wallets/withdrawal-code',
  summary:
    'Send the code of one withdrawal by the present second step: it works for this amount and destination alone. An authenticator makes its own',
  access: 'authorized',
  offline: 'never',
  body: confirmed,
  response: replyWith({
    baseDTO: z.object({
      twoStepAuthenticationType: TwoStepType,
      starTwoStepAuthentication: z.nullable(z.string()),
      expiresInSeconds: z.nullable(z.int()),
      /** Of a transfer: enough of the recipient's name for its sender to recognise. */
      recipientName: z.optional(z.string()),
      /** Operators look at so much before it leaves. */
      isReviewed: z.optional(z.boolean()),
      /** Of coins: the address as its network writes it. */
      destinationWalletAddress: z.optional(z.string()),
      /** The address is that of another user's deposits: the whole amount arrives at once, without the network and its fee. */
      isInside: z.optional(z.boolean()),
    }),
  }),
  errors: [...REFUSED, 'TOO_MANY_REQUESTS', 'SMS_OTP_UNAVAILABLE', 'EMAIL_OTP_UNAVAILABLE'],
})

export const beginPasskeyWithdrawal = defineEndpoint({
  method: 'POST',
  path: '/wallets/withdrawal-passkey',
  summary:
    'What `navigator.credentials.get` is to be given to confirm this one withdrawal by a passkey in place of a code. Good once, for five minutes',
  access: 'authorized',
  offline: 'never',
  body: confirmed,
  response: questionTo(RequestOptions),
  errors: [...REFUSED, 'TOO_MANY_REQUESTS', 'NO_PASSKEYS'],
})

/** The user's own confirmation of what leaves: one of the two. */
export const WithdrawalConfirmation = {
  code: z.optional(z.string().check(z.minLength(1), z.maxLength(32))),
  /** In place of the code. */
  passkey: z.optional(PasskeyAnswer),
}

/** Refusals of a request for what leaves that its confirmation causes. */
export const CONFIRMATION_REFUSED = [
  'TOO_MANY_REQUESTS',
  'PASSKEY_EXPIRED',
  'PASSKEY_REFUSED',
  'CODE_EXPIRED',
  'INCORRECT_OTP',
  'TOO_MANY_TRIES',
  'IDEMPOTENCY_KEY_REUSED',
] as const

export const requestWithdrawal = defineEndpoint({
  method: 'POST',
  path: '/wallets/withdrawal-request',
  summary:
    'Withdraw, by the code that was sent for this amount and destination, or by a passkey that has confirmed them',
  access: 'authorized',
  offline: 'never',
  money: true,
  body: z.strictObject({ ...leaving, ...WithdrawalConfirmation }),
  response: replyWith({ baseDTO: Withdrawal }),
  errors: [...REFUSED, ...CONFIRMATION_REFUSED],
})

export const withdrawalFilter = { transactionStatus: z.optional(DepositStatus), ...daySpan }

export const getWithdrawals = defineEndpoint({
  ...ownRead,
  polled: true,
  keys: 'read',
  path: '/wallets/withdrawal-requests',
  summary: "The caller's withdrawals, newest first",
  query: z.strictObject({
    relatedCoin: z.optional(CoinSymbol),
    excludedRelatedCoin: z.optional(CoinSymbol),
    ...withdrawalFilter,
    ...paging,
  }),
  response: replyWithRows(Withdrawal),
  errors: ['PAGE_TOO_FAR', 'DAY_SPAN_INVALID', 'COIN_NOT_FOUND'],
})

export const cancelWithdrawal = defineEndpoint({
  method: 'DELETE',
  path: '/wallets/withdrawal-requests/:id',
  summary: 'Cancel a withdrawal that is not on its way yet; its money is free again',
  access: 'user',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  response: replyWith({ baseDTO: Withdrawal }),
  errors: ['WITHDRAWAL_NOT_FOUND', 'CANT_DELETE_WITHDRAWAL_REQUEST'],
})

export const getReceivedTransfers = defineEndpoint({
  ...ownRead,
  polled: true,
  path: '/wallets/received-transfers',
  summary: 'What other users have transferred to the caller, newest first',
  query: z.strictObject(paging),
  response: replyWithRows(
    z.object({
      id: Id,
      amount: DecimalText,
      relatedCoin: CoinSymbol,
      /** First name and initial; null for coins that were sent to the caller's deposit address, which names nobody. */
      senderName: z.nullable(z.string()),
      createdAtDateTime: Instant,
    }),
  ),
  errors: ['PAGE_TOO_FAR'],
})

export const getWithdrawalTerms = defineEndpoint({
  ...ownRead,
  path: '/wallets/withdrawal-terms',
  summary:
    'Where the caller may withdraw Toman to, how much is left of the limits, and when the bank is handed the next batch',
  response: replyWith({
    baseDTO: z.object({
      /** Verified bank accounts, as entered. */
      bankAccounts: z.array(z.object({ shebaCode: z.string(), bankName: z.nullable(z.string()) })),
      minAmount: DecimalText,
      maxAmount: DecimalText,
      /** The smaller rest of the two limits in Toman; coins count by their worth. */
      leftAmount: DecimalText,
      /** The rest of the limit of an hour, and of that of 24 hours. */
      hourLeft: DecimalText,
      dayLeft: DecimalText,
      /** In Toman: from this worth on operators look at a withdrawal before it leaves. */
      reviewedFrom: DecimalText,
      /** Until when nothing can be withdrawn; null if nothing holds withdrawals. */
      heldUntilDateTime: z.nullable(Instant),
      /** When the next batch closes, after which its withdrawals cannot be cancelled. */
      nextBatchDateTime: Instant,
    }),
  }),
})
