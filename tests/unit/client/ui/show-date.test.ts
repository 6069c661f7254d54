import { expect, test } from 'vitest'
import { showDate } from '#client/ui/show-date.ts'

// One in the morning in Tehran; still the day before in Greenwich.
const at = new Date('2026-03-20T21:30:00Z')

test('Persian shows the Jalali day of Tehran', () => {
  expect(showDate(at, 'fa', 'date')).toBe('۱ فروردین ۱۴۰۵')
  expect(showDate(at, 'fa', 'time')).toBe('۰۱:۰۰')
  expect(showDate(at, 'fa', 'date-time')).toBe('۱ فروردین ۱۴۰۵، ۰۱:۰۰')
})

test('English shows the Gregorian day of Tehran', () => {
  expect(showDate(at, 'en', 'date')).toBe('21 Mar 2026')
  expect(showDate(at, 'en', 'time')).toBe('01:00')
  expect(showDate(at, 'en', 'date-time')).toBe('21 Mar 2026, 01:00')
})
