import * as z from 'zod/mini'
import {
  CALENDARS,
  RECURRING_BUY_OUTCOMES,
  RECURRING_BUY_REASONS,
  RECURRING_BUY_STATES,
  WEEKDAYS,
} from '#domain/recurring-buy.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { OptionalDecimal } from './orders.ts'
import { DecimalText, Id, Instant, MarketType, paging, replyWith, replyWithRows } from './values.ts'

/** Of the day in Tehran. */
const minute = z.int().check(z.gte(0), z.lte(1_439))

export const Rhythm = z.union([
  z.strictObject({ kind: z.literal('DAILY'), minute }),
  z.strictObject({ kind: z.literal('WEEKLY'), weekday: z.enum(WEEKDAYS), minute }),
  /** In a month without this day, on its last day. */
  z.strictObject({
    kind: z.literal('MONTHLY'),
    day: z.int().check(z.gte(1), z.lte(31)),
    calendar: z.enum(CALENDARS),
    minute,
  }),
])

const Reason = z.enum(RECURRING_BUY_REASONS)

export const RecurringBuy = z.object({
  id: Id,
  marketType: MarketType,
  /** The most that each purchase may cost, in the coin of the price. */
  total: DecimalText,
  /** At a higher price a purchase is left out; null: at any price. */
  ceiling: z.nullable(DecimalText),
  rhythm: Rhythm,
  state: z.enum(RECURRING_BUY_STATES),
  /** Why it stopped, or why the purchase that is due waits. */
  reason: z.nullable(Reason),
  /** The next purchase by the rhythm; null unless it is active. */
  nextDateTime: z.nullable(Instant),
  /** The opening of the market, if a purchase that is due waits for it. */
  waitsUntilDateTime: z.nullable(Instant),
  createdAtDateTime: Instant,
})

export const RecurringBuyRun = z.object({
  id: Id,
  dueDateTime: Instant,
  atDateTime: Instant,
  outcome: z.enum(RECURRING_BUY_OUTCOMES),
  reason: z.nullable(Reason),
  orderId: z.nullable(Id),
  unitPrice: z.nullable(DecimalText),
  /** The amount paid, and the amount received after the fee. */
  total: z.nullable(DecimalText),
  received: z.nullable(DecimalText),
})

const terms = { total: DecimalText, ceiling: OptionalDecimal, rhythm: Rhythm }

const change = { access: 'authorized', offline: 'never' } as const

const termErrors = [
  'MARKET_NOT_FOUND',
  'MARKET_MAKER_NOT_ALLOWED',
  'MARKET_IS_NOT_ACTIVE',
  'UNACCEPTABLE_AMOUNT',
  'RECURRING_BUY_TOTAL_LOW',
  'RECURRING_BUY_TOTAL_HIGH',
  'UNIT_PRICE_INVALID',
] as const

export const getRecurringBuys = defineEndpoint({
  ...ownRead,
  path: '/recurring-buys',
  summary: "The caller's recurring buys, newest first",
  response: replyWith({ content: z.array(RecurringBuy) }),
})

export const createRecurringBuy = defineEndpoint({
  ...change,
  method: 'POST',
  path: '/recurring-buys',
  summary:
    'Buys a coin by quick trade again and again, each time at the price of that moment. It ends when a purchase is due and the balance does not suffice',
  money: true,
  body: z.strictObject({ marketType: MarketType, ...terms }),
  response: replyWith({ baseDTO: RecurringBuy }),
  errors: [...termErrors, 'IDEMPOTENCY_KEY_REUSED', 'RECURRING_BUYS_TOO_MANY'],
})

export const changeRecurringBuy = defineEndpoint({
  ...change,
  method: 'PUT',
  path: '/recurring-buys/:id',
  summary: 'Replaces the terms of a recurring buy, and pauses or resumes it',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ ...terms, paused: z.boolean() }),
  response: replyWith({ baseDTO: RecurringBuy }),
  errors: ['RECURRING_BUY_NOT_FOUND', ...termErrors],
})

export const removeRecurringBuy = defineEndpoint({
  method: 'DELETE',
  path: '/recurring-buys/:id',
  summary: 'Removes a recurring buy; what it has bought stays',
  access: 'user',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  response: replyWith({}),
  errors: ['RECURRING_BUY_NOT_FOUND'],
})

export const getRecurringBuyRuns = defineEndpoint({
  ...ownRead,
  path: '/recurring-buys/:id/runs',
  summary: 'What became of the purchases of a recurring buy, newest first',
  params: z.strictObject({ id: Id }),
  query: z.strictObject({ ...paging }),
  response: replyWithRows(RecurringBuyRun),
  errors: ['PAGE_TOO_FAR', 'RECURRING_BUY_NOT_FOUND'],
})
