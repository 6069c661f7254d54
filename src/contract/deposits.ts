import * as z from 'zod/mini'
import { DEPOSIT_ENDINGS, UNPAID } from '#domain/card-deposit.ts'
import type { PaymentGateway } from '#domain/ledger.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { CoinSymbol, DecimalText, daySpan, Id, Instant, paging, replyWith, replyWithRows } from './values.ts'

// Separate from the balances, which the first page needs.

export const DepositStatus = z.enum(['RAISED_BY_USER', 'CONFIRMED', 'UNCONFIRMED'])

/** Their list in the ledger's file would bring the ledger's accounts along. */
export const Gateway = z.enum(['ZARINPAL', 'VANDAR'] satisfies PaymentGateway[])

/** PENDING: another's card paid, and the money is on its way back to it. DONE: it is back. */
export const PayBackStatus = z.enum(['PENDING', 'DONE'])

export const Deposit = z.object({
  id: Id,
  amount: DecimalText,
  relatedCoin: CoinSymbol,
  /** The card that paid, masked. */
  bankAccount: z.nullable(z.string()),
  transactionStatus: DepositStatus,
  isDone: z.boolean(),
  /** The gateway's reference number of a confirmed payment. */
  link: z.nullable(z.string()),
  paymentGateway: Gateway,
  /** Null unless another card than the chosen one paid. */
  payBack: z.nullable(PayBackStatus),
  /** How it ended if nobody paid; absent otherwise, and if the gateway reports a failure alone. */
  unpaid: z.optional(z.enum(UNPAID)),
  /** While it can be paid: when the gateway closes it. */
  payableUntilDateTime: z.optional(Instant),
  createdAtDateTime: Instant,
})

/** A deposit of Toman by card, or of a coin over a chain: that has a network, and a transaction in place of a gateway's reference. */
export const AnyDeposit = z.extend(Deposit, {
  paymentGateway: z.nullable(Gateway),
  tokenType: z.optional(z.string()),
  /** The page of the transaction in a public explorer of its chain, where there is one. */
  explorerLink: z.optional(z.string()),
  /** Blocks on top of it so far, and those that it needs. */
  confirmations: z.optional(z.int()),
  confirmationsNeeded: z.optional(z.int()),
  /** Why it is not credited, if it never is. */
  notCredited: z.optional(z.enum(['TOO_SMALL', 'UNKNOWN_COIN', 'DROPPED', 'HELD'])),
})

export const depositToman = defineEndpoint({
  method: 'POST',
  path: '/wallets/deposit-toman',
  summary: 'Begin a card payment; the answer says where to send the browser',
  access: 'authorized',
  offline: 'never',
  money: true,
  body: z.strictObject({
    amount: DecimalText,
    paymentGateway: Gateway,
    cardNumber: z.string().check(z.regex(/^\d{16}$/)),
    /** The page of ours to which the payer returns; absent: the page with the payment's result. */
    callBackURL: z.optional(z.string().check(z.maxLength(500))),
  }),
  response: replyWith({ baseDTO: z.object({ id: Id, redirectSite: z.string() }) }),
  errors: [
    'UNACCEPTABLE_AMOUNT',
    'AMOUNT_IS_LOW',
    'AMOUNT_IS_HIGH',
    'CARD_NOT_VERIFIED',
    'CALLBACK_REFUSED',
    'IDEMPOTENCY_KEY_REUSED',
    'TOO_MANY_OPEN_DEPOSITS',
    'DEPOSIT_DAY_LIMIT_REACHED',
    'GATEWAY_UNAVAILABLE',
    'GATEWAY_REFUSED',
  ],
})

export const getDepositOptions = defineEndpoint({
  ...ownRead,
  access: 'authorized',
  path: '/wallets/deposit-toman/options',
  summary: "The card gateways that work now, and what is left of the caller's limits",
  response: replyWith({
    baseDTO: z.object({
      gateways: z.array(z.object({ paymentGateway: Gateway, name: z.string() })),
      /** Toman: the limit of a day in Tehran by the caller's level, and what is left of it. */
      dayMax: DecimalText,
      dayLeft: DecimalText,
      /** The payments that may be begun before an open one ends. */
      openLeft: z.int(),
    }),
  }),
})

export const depositFilter = {
  transactionStatus: z.optional(DepositStatus),
  /** Payments by card that were not credited, by how they ended. */
  ending: z.optional(z.enum(DEPOSIT_ENDINGS)),
  ...daySpan,
}

export const getDeposits = defineEndpoint({
  ...ownRead,
  polled: true,
  keys: 'read',
  path: '/wallets/deposit',
  summary: "The caller's deposits, newest first",
  query: z.strictObject({
    relatedCoin: z.optional(CoinSymbol),
    excludedRelatedCoin: z.optional(CoinSymbol),
    ...depositFilter,
    ...paging,
  }),
  response: replyWithRows(AnyDeposit),
  errors: ['PAGE_TOO_FAR', 'DAY_SPAN_INVALID', 'COIN_NOT_FOUND'],
})

export const settleDeposit = defineEndpoint({
  method: 'POST',
  path: '/wallets/deposit-toman/settle',
  summary: 'Ask the gateway about a payment of the caller and credit it if it was paid; safe to repeat',
  access: 'user',
  offline: 'never',
  body: z.strictObject({ authority: z.string().check(z.regex(/^[A-Za-z0-9]{10,64}$/)) }),
  response: replyWith({ baseDTO: Deposit }),
  errors: ['DEPOSIT_NOT_FOUND', 'GATEWAY_UNAVAILABLE'],
})

export const returnFromGateway = defineEndpoint({
  method: 'GET',
  path: '/wallets/deposit-toman/return',
  summary: "Where the gateway sends the payer's browser back to; answers 303 to the page that shows the result",
  access: 'public',
  offline: 'never',
  query: z.record(z.string(), z.unknown()),
  response: replyWith({}),
  errors: [],
})
