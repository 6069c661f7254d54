import { expect, test } from 'vitest'
import { showDate } from '#client/ui/show-date.ts'

// One o'clock at night in Tehran, and still the day before in Greenwich.
const at = new Date('2026-03-20T21:30:00Z')

test('Persian shows the Jalali day of Tehran', () => {
  expect(showDate(at, 'fa', 'date')).toContain('۱۴۰۵/۰۱/۰۱')
  expect(showDate(at, 'fa', 'time')).toBe('۰۱:۰۰')
  expect(showDate(at, 'fa', 'date-time')).toBe('۱۴۰۵/۰۱/۰۱، ۰۱:۰۰')
})

test('English shows the Gregorian day of Tehran', () => {
  expect(showDate(at, 'en', 'date')).toBe('21/03/2026')
  expect(showDate(at, 'en', 'time')).toBe('01:00')
})
