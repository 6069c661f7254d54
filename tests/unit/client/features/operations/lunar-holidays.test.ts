import { expect, test } from 'vitest'
import { expectedHolidays, undatedHolidays } from '#client/features/operations/holidays.tsx'

/** From the official calendars of 1404 and 1405. */
const ANNOUNCED = [
  ['1404', 'FITR', '2025-03-31'],
  ['1404', 'ADHA', '2025-06-07'],
  ['1404', 'ASHURA', '2025-07-06'],
  ['1405', 'ASHURA', '2026-06-26'],
] as const

test('a year has each lunar holiday within two days of its official date', () => {
  for (const [year, name, day] of ANNOUNCED) {
    const about = expectedHolidays(year).find((expected) => expected.name === name)?.about ?? ''
    expect(Math.abs(Date.parse(about) - Date.parse(day)), `${name} of ${year}`).toBeLessThanOrEqual(2 * 86_400_000)
  }
  expect(new Set(expectedHolidays('1405').map(({ name }) => name)).size).toBe(17)
})

test('one that an operator has dated is asked for no more, and that of another year does not count', () => {
  const names = (holidays: Parameters<typeof undatedHolidays>[1]) =>
    undatedHolidays('1405', holidays).map(({ name }) => name)
  expect(names([])).toContain('ASHURA')
  expect(names([{ day: '2026-06-25', name: 'ASHURA' }])).not.toContain('ASHURA')
  expect(names([{ day: '2027-06-16', name: 'ASHURA' }])).toContain('ASHURA')
  expect(names([{ day: '2026-06-25', name: null }])).toContain('ASHURA')
})
