import fc from 'fast-check'
import jalaali from 'moment-jalaali'
import { describe, expect, it } from 'vitest'
import { gregorianToJalali, jalaliToGregorian, parseJalaliDate } from '#domain/jalali.ts'

const DAY_MS = 86_400_000
const FIRST_MS = Date.UTC(1800, 2, 21)
const LAST_MS = Date.UTC(2253, 11, 30)
const someDay = fc.integer({ min: FIRST_MS / DAY_MS, max: LAST_MS / DAY_MS }).map((day) => new Date(day * DAY_MS))
const isoOf = (date: Date) => date.toISOString().slice(0, 10)

describe('the Jalali calendar', () => {
  it('there and back is the same day', () => {
    fc.assert(
      fc.property(someDay, (day) => {
        const date = gregorianToJalali(isoOf(day))
        expect(date && jalaliToGregorian(date)).toBe(isoOf(day))
      }),
    )
  })

  it('the next day is the next date, and both exist', () => {
    fc.assert(
      fc.property(someDay, (day) => {
        const [today = '', tomorrow = ''] = [day, new Date(day.getTime() + DAY_MS)].map((each) =>
          gregorianToJalali(isoOf(each)),
        )
        expect(today < tomorrow).toBe(true)
        expect(parseJalaliDate(today)).toBe(today)
      }),
    )
  })

  it('agrees with the astronomical leap years of moment-jalaali in every year it knows', () => {
    for (let year = 1178; year <= 1632; year += 1) {
      const hasLeapDay = parseJalaliDate(`${year}1230`) !== undefined
      expect([year, hasLeapDay]).toEqual([year, jalaali.jIsLeapYear(year)])
    }
  })

  it('agrees with moment-jalaali day by day', () => {
    fc.assert(
      fc.property(someDay, (day) => {
        expect(gregorianToJalali(isoOf(day))).toBe(jalaali(isoOf(day), 'YYYY-MM-DD').format('jYYYYjMMjDD'))
      }),
    )
  })
})
