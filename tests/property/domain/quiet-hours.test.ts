import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MINUTES, quietUntil, tehranMinute } from '#domain/quiet-hours.ts'

const minute = fc.integer({ min: 0, max: DAY_MINUTES - 1 })
const hours = fc.record({ from: minute, to: minute })
/** Within some days of 2026, by the millisecond. */
const instant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 0, 5) })
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tehran', hour: '2-digit', minute: '2-digit' })
const minuteByClock = (ms: number) => {
  const [hour = '', passed = ''] = clock.format(ms).split(':')
  return Number(hour) * 60 + Number(passed)
}

/** The minutes of a night, counted one by one past midnight. */
function minutesOf({ from, to }: { from: number; to: number }): Set<number> {
  const found = new Set<number>()
  for (let each = from; each !== to; each = (each + 1) % DAY_MINUTES) found.add(each)
  return found
}

test('the minute of the day is that of Tehran’s clocks', () => {
  fc.assert(
    fc.property(instant, (at) => {
      expect(tehranMinute(at)).toBe(minuteByClock(at))
    }),
  )
})

test('a moment is quiet exactly where its minute is between the two, over midnight too', () => {
  fc.assert(
    fc.property(hours, instant, (quiet, at) => {
      expect(quietUntil(quiet, at) !== undefined).toBe(minutesOf(quiet).has(minuteByClock(at)))
    }),
  )
})

test('the end is the next moment at which the hour of the end strikes, and it is not quiet then', () => {
  fc.assert(
    fc.property(hours, instant, (quiet, at) => {
      const until = quietUntil(quiet, at)
      if (until === undefined) return
      expect(until).toBeGreaterThan(at)
      expect(until - at).toBeLessThanOrEqual(DAY_MINUTES * 60_000)
      expect(minuteByClock(until)).toBe(quiet.to)
      expect(until % 60_000).toBe(0)
      expect(quietUntil(quiet, until)).toBeUndefined()
      expect(quietUntil(quiet, until - 1)).toBe(until)
    }),
  )
})

test('midnight itself, and hours that are none', () => {
  const night = { from: 23 * 60, to: 7 * 60 }
  // 23:59:59.999 and 00:00 in Tehran.
  const midnight = Date.parse('2026-01-02T20:30:00Z')
  const morning = Date.parse('2026-01-03T03:30:00Z')
  expect(quietUntil(night, midnight - 1)).toBe(morning)
  expect(quietUntil(night, midnight)).toBe(morning)
  expect(quietUntil(night, morning)).toBeUndefined()
  expect(quietUntil({ from: 0, to: 1 }, midnight)).toBe(midnight + 60_000)
  expect(quietUntil({ from: 1_439, to: 0 }, midnight - 1)).toBe(midnight)
  expect(quietUntil({ from: 60, to: 60 }, midnight)).toBeUndefined()
  expect(quietUntil(undefined, midnight)).toBeUndefined()
})
