import { billedDecimals, type Coin } from './coin.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'
import { jalaliDayOfMonthAt, TEHRAN_OFFSET_MS } from './jalali.ts'
import { amountFor, floorToPrecision } from './market.ts'
import { quickTradeParts } from './quick-trade.ts'
import type { Amount, Price } from './units.ts'

/** Plans of a user at a time. */
export const RECURRING_BUYS_MAX = 20

/** How late a purchase may still be made: longer, and its price would not be the one that its user counted on. */
export const RECURRING_BUY_LATE_MS_MAX = 6 * HOUR_MS

/** Sunday first, as `getUTCDay` counts. */
export const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const CALENDARS = ['JALALI', 'GREGORIAN'] as const
export type Calendar = (typeof CALENDARS)[number]

/** When a plan buys: at a minute of the day in Tehran, from 0 to 1439. */
export type Rhythm =
  | { readonly kind: 'DAILY'; readonly minute: number }
  | { readonly kind: 'WEEKLY'; readonly weekday: Weekday; readonly minute: number }
  /** In a month without this day, on its last day. The calendar stays with the plan, whatever language its user reads later. */
  | { readonly kind: 'MONTHLY'; readonly day: number; readonly calendar: Calendar; readonly minute: number }

export const RECURRING_BUY_STATES = ['ACTIVE', 'PAUSED', 'STOPPED'] as const
export type RecurringBuyState = (typeof RECURRING_BUY_STATES)[number]

/** The ends of a due purchase: made, left out, or the last one because the plan stopped. */
export const RECURRING_BUY_OUTCOMES = ['BOUGHT', 'SKIPPED', 'STOPPED'] as const
export type RecurringBuyOutcome = (typeof RECURRING_BUY_OUTCOMES)[number]

/** Why a due purchase waits, was not made, or stopped its plan. */
export const RECURRING_BUY_REASONS = [
  'NOT_ENOUGH_BALANCE',
  'ACCOUNT_FROZEN',
  'ACCOUNT_NOT_AUTHORIZED',
  'MARKET_MAKER_NOT_ALLOWED',
  'MARKET_IS_NOT_ACTIVE',
  'MARKET_CLOSED',
  'MARKET_HALTED',
  'PRICE_ABOVE_CEILING',
  'PRICE_STALE',
  'AMOUNT_IS_LOW',
  'AMOUNT_IS_HIGH',
  'HOUSE_LIMIT_REACHED',
  'MISSED',
  'UNAVAILABLE',
] as const
export type RecurringBuyReason = (typeof RECURRING_BUY_REASONS)[number]

/** Two months and a day: the longest time from one purchase to the next is 31 days. */
const DAYS_SEARCHED = 63

/** The first time of a rhythm after an instant. */
export function nextDue(rhythm: Rhythm, after: Date): Date {
  const today = Math.floor((after.getTime() + TEHRAN_OFFSET_MS) / DAY_MS)
  for (let day = today; day < today + DAYS_SEARCHED; day += 1) {
    const due = day * DAY_MS - TEHRAN_OFFSET_MS + rhythm.minute * MINUTE_MS
    if (due > after.getTime() && isDayOf(rhythm, day)) return new Date(due)
  }
  throw new RangeError(`the rhythm ${JSON.stringify(rhythm)} has no next time after ${after.toISOString()}`)
}

/** @param day days since 1 January 1970 in Tehran */
function isDayOf(rhythm: Rhythm, day: number): boolean {
  if (rhythm.kind === 'DAILY') return true
  if (rhythm.kind === 'WEEKLY') return WEEKDAYS[new Date(day * DAY_MS).getUTCDay()] === rhythm.weekday
  const { calendar } = rhythm
  const ofMonth = dayOfMonth(calendar, day)
  const isLast = dayOfMonth(calendar, day + 1) === 1
  return ofMonth === rhythm.day || (isLast && ofMonth < rhythm.day)
}

function dayOfMonth(calendar: Calendar, day: number): number {
  const at = new Date(day * DAY_MS)
  return calendar === 'GREGORIAN' ? at.getUTCDate() : jalaliDayOfMonthAt(at)
}

interface BuyMarket {
  readonly base: Pick<Coin, 'decimals' | 'precision'>
  readonly quote: Pick<Coin, 'symbol' | 'decimals'>
}

export interface Purchase {
  /** Zero if the total buys nothing. */
  readonly quantity: Amount
  /** The amount paid for it, never more than the total if that is a sum that can be paid. */
  readonly value: Amount
  /** Taken from what is bought. */
  readonly fee: Amount
}

/** The purchase by quick trade that a total allows. The quantity is rounded down to the coin's precision, so that the total is never exceeded. */
export function purchaseFor({
  total,
  unitPrice,
  market,
}: {
  total: Amount
  unitPrice: Price
  market: BuyMarket
}): Purchase {
  const { base, quote } = market
  const quantity = floorToPrecision(amountFor({ total, unitPrice, market }), base)
  const billed = { base, quote: { decimals: quote.decimals, billedDecimals: billedDecimals(quote) } }
  return { quantity, ...quickTradeParts({ side: 'BUY', quantity, unitPrice }, billed) }
}
