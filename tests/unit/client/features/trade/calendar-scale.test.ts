import { expect, test } from 'vitest'
import { calendarScale } from '#client/features/trade/chart/calendar-scale.ts'

/** The weights of bars at these times, which the library gives to its labels: 70 a year, 60 a month, 50 a day. */
function weightsOf(language: 'fa' | 'en', times: readonly string[]): number[] {
  const points = times.map((time) => ({ originalTime: Date.parse(time) / 1_000, time: {}, timeWeight: 0 }))
  calendarScale(language).fillWeightsForPoints(points as never, 0)
  return points.map(({ timeWeight }) => timeWeight)
}

test('a Persian axis begins its days, months and years when Iran does', () => {
  // 1 Farvardin 1405 was 21 March 2026, 1 Aban 23 October; Iran is three and a half hours ahead.
  expect(weightsOf('fa', ['2026-03-20T20:00Z', '2026-03-20T20:30Z', '2026-03-20T21:00Z'])[1]).toBe(70)
  expect(weightsOf('fa', ['2026-10-22T20:00Z', '2026-10-22T20:30Z'])[1]).toBe(60)
  expect(weightsOf('fa', ['2026-10-23T20:00Z', '2026-10-23T20:30Z', '2026-10-24T00:00Z']).slice(1)).toEqual([50, 31])
})

test('an English axis has the same days, and Gregorian months and years', () => {
  expect(weightsOf('en', ['2026-10-31T20:00Z', '2026-10-31T20:30Z'])[1]).toBe(60)
  expect(weightsOf('en', ['2026-12-31T20:00Z', '2026-12-31T20:30Z'])[1]).toBe(70)
  expect(weightsOf('en', ['2026-10-22T20:00Z', '2026-10-22T20:30Z'])[1]).toBe(50)
})
