import { DAY_MS, MINUTE_MS } from './durations.ts'
import { type JalaliDate, TEHRAN_OFFSET_MS } from './jalali.ts'
import { tradingDayAt } from './trading-hours.ts'

/** Longer than any run of holidays. */
const DAYS_MAX = 60

/** The instant in the Tehran day of `at` at which its batch closes, `minute` of the day; `undefined` on Fridays and holidays, when banks hand nothing over. */
export function batchClosing(at: Date, holidays: ReadonlySet<JalaliDate>, minute: number): Date | undefined {
  if (!tradingDayAt(at, holidays)) return undefined
  const midnight = Math.floor((at.getTime() + TEHRAN_OFFSET_MS) / DAY_MS) * DAY_MS - TEHRAN_OFFSET_MS
  return new Date(midnight + minute * MINUTE_MS)
}

/** The next closing after `at`. @throws Error if the calendar has no working day within 60 days */
export function nextBatchClosing(at: Date, holidays: ReadonlySet<JalaliDate>, minute: number): Date {
  for (let ahead = 0; ahead <= DAYS_MAX; ahead++) {
    const closing = batchClosing(new Date(at.getTime() + ahead * DAY_MS), holidays, minute)
    if (closing && closing > at) return closing
  }
  throw new Error('no working day within 60 days')
}
