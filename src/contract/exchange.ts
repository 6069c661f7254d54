import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Order } from './orders.ts'
import { PasskeyAnswer } from './passkeys.ts'
import { AddressTag, CoinSymbol, DecimalText, Instant, MarketType, replyWith } from './values.ts'

const QuoteId = z.string().check(z.regex(/^[A-Za-z0-9_-]{10,40}$/))

const shown = {
  marketType: MarketType,
  amount: DecimalText,
  /** The price that the customer confirmed. The trade is made at this price or, if it is equal or better, at the present one. */
  unitPrice: DecimalText,
  /** The total shown to the customer; checked against amount × unitPrice. */
  totalPrice: DecimalText,
  /**
   * From `POST /exchange/quote`: the price kept for this customer and one trade. A call without its own key uses this as its key. Absent:
   * the present price if it is no worse than the confirmed one.
   */
  quote: z.optional(QuoteId),
  /** The fee in percent shown to the customer. */
  wage: z.optional(DecimalText),
  /** The two coins of the market again. */
  sourceCoin: z.optional(CoinSymbol),
  destinationCoin: z.optional(CoinSymbol),
}

const quickTrade = {
  method: 'POST',
  access: 'authorized',
  /** Also needs the right to withdraw if the bought coins leave. */
  keys: 'trade',
  offline: 'never',
  money: true,
} as const

/** Coins held until they are sent to an outside address. */
export const RaisedWithdrawal = z.object({
  tokenType: z.string(),
  destinationWallet: z.string(),
  /** The tag or memo of the address, if it has one. */
  tag: z.optional(z.string()),
  /** The amount held for it: the network's fee is taken from it, and the rest is sent. */
  amount: DecimalText,
  networkFee: DecimalText,
})

const asked = [
  'MARKET_NOT_FOUND',
  'MARKET_MAKER_NOT_ALLOWED',
  'UNACCEPTABLE_AMOUNT',
  'AMOUNT_IS_LOW',
  'AMOUNT_IS_HIGH',
  'UNIT_PRICE_INVALID',
  'TOTAL_MISMATCH',
  'WAGE_CHANGED',
] as const

const decided = [
  'MARKET_IS_NOT_ACTIVE',
  'PRICE_STALE',
  'PRICE_CHANGED',
  'NOT_ENOUGH_BALANCE',
  'HOUSE_LIMIT_REACHED',
] as const

export const lockPrice = defineEndpoint({
  method: 'POST',
  access: 'authorized',
  keys: 'trade',
  offline: 'never',
  path: '/exchange/quote',
  summary:
    'Keeps a price that the caller was shown, for the caller, this side and this amount alone, until `expiresAt`; another of the same market and side takes its place',
  body: z.strictObject({
    marketType: MarketType,
    orderType: z.enum(['EXCHANGE_BUY', 'EXCHANGE_SELL']),
    amount: DecimalText,
    unitPrice: DecimalText,
  }),
  response: replyWith({ baseDTO: z.object({ quote: QuoteId, expiresAt: Instant }) }),
  errors: [
    'MARKET_NOT_FOUND',
    'MARKET_MAKER_NOT_ALLOWED',
    'UNACCEPTABLE_AMOUNT',
    'AMOUNT_IS_LOW',
    'AMOUNT_IS_HIGH',
    'UNIT_PRICE_INVALID',
    'PRICE_STALE',
    'PRICE_CHANGED',
  ],
})

export const quickBuy = defineEndpoint({
  ...quickTrade,
  path: '/exchange/buy',
  summary:
    'Buy at the quoted price. With `destinationWallet` and `tokenType` what is bought is held and a withdrawal to that address is raised with it; then the amount has to keep the bounds of the network, too, and `code` is the one that `POST /wallets/withdrawal-code` has sent for it; in its place, `passkey` answers the question of `POST /wallets/withdrawal-passkey`. Refused with WITHDRAWAL_DISABLED where nothing can be withdrawn over that network (`withdrawEnable` in /coins/details)',
  body: z.strictObject({
    ...shown,
    orderType: z.literal('EXCHANGE_BUY'),
    destinationWallet: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    /** The tag or memo that belongs to the address, on networks that have one. */
    tag: z.optional(AddressTag),
    tokenType: z.optional(z.string().check(z.regex(/^[A-Z0-9_]{1,20}$/))),
    code: z.optional(z.string().check(z.minLength(1), z.maxLength(32))),
    passkey: z.optional(PasskeyAnswer),
  }),
  response: replyWith({ baseDTO: z.extend(Order, { withdrawal: z.optional(RaisedWithdrawal) }) }),
  errors: [
    ...asked,
    'ADDRESS_REQUIRED',
    'NETWORK_REQUIRED',
    'NETWORK_NOT_SUPPORTED',
    'WITHDRAWAL_DISABLED',
    'TAG_NOT_SUPPORTED',
    'TAG_INVALID',
    'TAG_REQUIRED',
    'RECEIVER_NEEDS_MORE',
    'ADDRESS_INVALID',
    'CONFLICT',
    'ADDRESS_BLOCKED',
    'WALLET_UNAVAILABLE',
    'CODE_EXPIRED',
    'INCORRECT_OTP',
    'TOO_MANY_TRIES',
    'PASSKEY_EXPIRED',
    'PASSKEY_REFUSED',
    'IDEMPOTENCY_KEY_REUSED',
    'WITHDRAWALS_STOPPED',
    'WITHDRAWALS_HELD',
    'ADDRESS_NOT_SAVED',
    'DESTINATION_TOO_NEW',
    'WITHDRAWAL_HOUR_LIMIT_REACHED',
    'WITHDRAWAL_DAY_LIMIT_REACHED',
    ...decided,
  ],
})

export const quickSell = defineEndpoint({
  ...quickTrade,
  path: '/exchange/sell',
  summary: 'Sell at the quoted price',
  body: z.strictObject({ ...shown, orderType: z.literal('EXCHANGE_SELL') }),
  response: replyWith({ baseDTO: Order }),
  errors: [...asked, 'IDEMPOTENCY_KEY_REUSED', ...decided],
})
