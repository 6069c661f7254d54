import { DAY_MS, MINUTE_MS } from './durations.ts'
import { type JalaliDate, jalaliDateAt, TEHRAN_OFFSET_MS } from './jalali.ts'

const OPENING_MINUTE = 9 * 60 + 15

/** The minute of the day at which each weekday closes, Sunday first as in `getUTCDay`; Friday never opens. */
const CLOSING_MINUTE: readonly (number | undefined)[] = [
  18 * 60 + 30,
  18 * 60 + 30,
  18 * 60 + 30,
  18 * 60 + 30,
  15 * 60,
  undefined,
  18 * 60 + 30,
]

/** The working hours of one Tehran day: open from `opensAt`, closed from `closesAt` on. */
export interface TradingDay {
  readonly opensAt: Date
  readonly closesAt: Date
}

/** The working hours of the Tehran day of an instant; `undefined` on Fridays and holidays. */
export function tradingDayAt(at: Date, holidays: ReadonlySet<JalaliDate>): TradingDay | undefined {
  const tehranDay = Math.floor((at.getTime() + TEHRAN_OFFSET_MS) / DAY_MS)
  const closingMinute = CLOSING_MINUTE[new Date(tehranDay * DAY_MS).getUTCDay()]
  if (closingMinute === undefined || holidays.has(jalaliDateAt(at))) return undefined
  const midnightMs = tehranDay * DAY_MS - TEHRAN_OFFSET_MS
  return {
    opensAt: new Date(midnightMs + OPENING_MINUTE * MINUTE_MS),
    closesAt: new Date(midnightMs + closingMinute * MINUTE_MS),
  }
}

/** Whether an instant is within the working hours: Saturday–Wednesday 09:15–18:30, Thursday 09:15–15:00, Tehran time. */
export function isWithinTradingHours(at: Date, holidays: ReadonlySet<JalaliDate>): boolean {
  const day = tradingDayAt(at, holidays)
  return day !== undefined && day.opensAt <= at && at < day.closesAt
}

/** The next instant at which work begins, at or after `at`. Searches 60 days ahead, longer than any run of holidays. */
export function nextOpening(at: Date, holidays: ReadonlySet<JalaliDate>): Date | undefined {
  for (let ahead = 0; ahead <= 60; ahead += 1) {
    const day = tradingDayAt(new Date(at.getTime() + ahead * DAY_MS), holidays)
    if (day && day.opensAt >= at) return day.opensAt
  }
  return undefined
}
