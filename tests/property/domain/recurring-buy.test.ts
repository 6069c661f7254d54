import fc from 'fast-check'
import jalaali from 'moment-jalaali'
import { describe, expect, it } from 'vitest'
import { CALENDARS, nextDue, type Rhythm, WEEKDAYS } from '#domain/recurring-buy.ts'

const DAY_MS = 86_400_000
const TEHRAN_MS = 12_600_000
const YEARS = 10

const minute = fc.integer({ min: 0, max: 1_439 })
const rhythm: fc.Arbitrary<Rhythm> = fc.oneof(
  fc.record({ kind: fc.constant('DAILY' as const), minute }),
  fc.record({ kind: fc.constant('WEEKLY' as const), weekday: fc.constantFrom(...WEEKDAYS), minute }),
  fc.record({
    kind: fc.constant('MONTHLY' as const),
    day: fc.integer({ min: 1, max: 31 }),
    calendar: fc.constantFrom(...CALENDARS),
    minute,
  }),
)
const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2040, 0, 1) }).map((ms) => new Date(ms))

/** The wall clock of Tehran as if it were UTC. */
const inTehran = (at: Date) => new Date(at.getTime() + TEHRAN_MS)
const monthOf = (at: Date, calendar: string) => {
  const iso = inTehran(at).toISOString().slice(0, 10)
  return calendar === 'GREGORIAN' ? iso.slice(0, 7) : jalaali(iso, 'YYYY-MM-DD').format('jYYYYjMM')
}
const dayOf = (at: Date, calendar: string) => {
  const iso = inTehran(at).toISOString().slice(0, 10)
  return Number(calendar === 'GREGORIAN' ? iso.slice(8) : jalaali(iso, 'YYYY-MM-DD').format('jD'))
}
const lengthOf = (at: Date, calendar: string) => {
  const iso = inTehran(at).toISOString().slice(0, 10)
  const date = jalaali(iso, 'YYYY-MM-DD')
  return calendar === 'GREGORIAN'
    ? new Date(Date.UTC(inTehran(at).getUTCFullYear(), inTehran(at).getUTCMonth() + 1, 0)).getUTCDate()
    : jalaali.jDaysInMonth(date.jYear(), date.jMonth())
}

function timesAfter(asked: Rhythm, start: Date): Date[] {
  const end = start.getTime() + YEARS * 365.25 * DAY_MS
  const times: Date[] = []
  for (let at = nextDue(asked, start); at.getTime() <= end; at = nextDue(asked, at)) times.push(at)
  return times
}

describe('the rhythm of recurring buys', () => {
  it('comes after the instant, at the minute of the day in Tehran, and from any moment before it is the same', () => {
    fc.assert(
      fc.property(rhythm, instant, fc.double({ min: 0, max: 1, noNaN: true }), (asked, after, part) => {
        const due = nextDue(asked, after)
        expect(due.getTime()).toBeGreaterThan(after.getTime())
        expect(inTehran(due).getUTCHours() * 60 + inTehran(due).getUTCMinutes()).toBe(asked.minute)
        const between = new Date(after.getTime() + Math.floor((due.getTime() - 1 - after.getTime()) * part))
        expect(nextDue(asked, between)).toEqual(due)
      }),
    )
  })

  it('is once a day, once a week on its weekday, and once a month on its day or the last, through ten years', () => {
    fc.assert(
      fc.property(rhythm, instant, (asked, start) => {
        const times = timesAfter(asked, start)
        const gaps = times.slice(1).map((at, index) => (at.getTime() - (times[index]?.getTime() ?? 0)) / DAY_MS)
        if (asked.kind === 'DAILY') {
          expect(new Set(gaps)).toEqual(new Set([1]))
          return
        }
        if (asked.kind === 'WEEKLY') {
          expect(new Set(gaps)).toEqual(new Set([7]))
          expect(new Set(times.map((at) => inTehran(at).getUTCDay()))).toEqual(
            new Set([WEEKDAYS.indexOf(asked.weekday)]),
          )
          return
        }
        const months = times.map((at) => monthOf(at, asked.calendar))
        expect(new Set(months).size).toBe(months.length)
        expect(months.length).toBeGreaterThanOrEqual(YEARS * 12 - 1)
        for (const at of times)
          expect(dayOf(at, asked.calendar)).toBe(Math.min(asked.day, lengthOf(at, asked.calendar)))
      }),
      { numRuns: 20 },
    )
  })

  it.each([
    ['JALALI', '2025-03-18T00:00:00Z', '2025-03-20', '30 Esfand 1403, a leap year'],
    ['JALALI', '2026-03-18T00:00:00Z', '2026-03-20', '29 Esfand 1404'],
    ['JALALI', '2026-10-01T00:00:00Z', '2026-10-22', '30 Mehr 1405'],
    ['GREGORIAN', '2027-02-10T00:00:00Z', '2027-02-28', 'February'],
    ['GREGORIAN', '2028-02-10T00:00:00Z', '2028-02-29', 'February of a leap year'],
  ] as const)('day 31 of the %s calendar after %s is %s: %s', (calendar, after, expected, _month) => {
    const due = nextDue({ kind: 'MONTHLY', day: 31, calendar, minute: 600 }, new Date(after))
    expect(due.toISOString()).toBe(`${expected}T06:30:00.000Z`)
  })
})
