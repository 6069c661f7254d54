import { expect, test } from 'vitest'
import { calendarScale } from '#client/features/trade/chart/calendar-scale.ts'

/** The weights of bars at these times, which the library gives to its labels: 70 a year, 60 a month, 50 a day. */
function weightsOf(language: 'fa' | 'en', times: readonly string[]): number[] {
  const points = times.map((time) => ({ originalTime: Date.parse(time) / 1_000, time: {}, timeWeight: 0 }))
  calendarScale({ language, intraday: true }).fillWeightsForPoints(points as never, 0)
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

test('a label says what begins at it: a year, a month, a day, and an hour of Iran where bars are shorter than a day', () => {
  const labelsOf = (language: 'fa' | 'en', intraday: boolean) => {
    const mark = (weight: number) => ({ weight, originalTime: Date.parse('2026-10-22T20:30Z') / 1_000 }) as never
    const scale = calendarScale({ language, intraday })
    const labels = [70, 60, 50, 30].map((weight) => scale.formatTickmark(mark(weight), {} as never))
    return labels.map((label) => label.replace(/[\u2068\u2069]/g, ''))
  }
  expect(labelsOf('fa', true)).toEqual(['۱۴۰۵', 'آبان', '۱ آبان', '۰۰:۰۰'])
  expect(labelsOf('en', false)).toEqual(['2026', 'Oct', '23 Oct', '23 Oct'])
})
