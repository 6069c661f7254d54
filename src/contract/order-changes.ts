import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { OptionalDecimal, Order } from './orders.ts'
import { Flag, Id, replyWith } from './values.ts'

export const amendOrder = defineEndpoint({
  method: 'PUT',
  path: '/orders/:id',
  summary:
    "Change the amount or the prices of one of the caller's own open orders in one step. It keeps its id, and its place in the queue where its prices stay and its amount does not rise; otherwise it enters the book again, and may trade. A refusal leaves the order as it was. ORDER_NOT_OPEN carries the order as it ended",
  access: 'authorized',
  keys: 'trade',
  offline: 'never',
  money: true,
  params: z.strictObject({ id: Id }),
  /** As for placing. */
  query: z.strictObject({ force: Flag }),
  /** A field that is left out stays as it is. */
  body: z.strictObject({
    /** The whole amount, with the executed part. */
    amount: OptionalDecimal,
    unitPrice: OptionalDecimal,
    /** Only of a stop-limit order that still waits. */
    stopPrice: OptionalDecimal,
  }),
  response: replyWith({ baseDTO: Order }),
  errors: [
    'ORDER_NOT_FOUND',
    'MARKET_MAKER_NOT_ALLOWED',
    'ORDER_OPTIONS_INVALID',
    'UNIT_PRICE_INVALID',
    'STOP_PRICE_INVALID',
    'UNACCEPTABLE_AMOUNT',
    'IDEMPOTENCY_KEY_REUSED',
    'ORDER_NOT_OPEN',
    'MARKET_IS_NOT_ACTIVE',
    'STOP_ALREADY_TRIGGERED',
    'AMOUNT_IS_LOW',
    'AMOUNT_IS_HIGH',
    'TOTAL_IS_LOW',
    'AMOUNT_ALREADY_EXECUTED',
    'UNIT_PRICE_OUT_OF_BAND',
    'NO_LIQUIDITY',
    'POST_ONLY_WOULD_TRADE',
    'FILL_OR_KILL_NOT_FILLABLE',
    'NOT_ENOUGH_BALANCE',
    'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER',
  ],
})
