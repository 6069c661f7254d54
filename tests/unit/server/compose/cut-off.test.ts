import { expect, test } from 'vitest'
import { CutOff } from '#server/compose/presence.ts'

/** Looks each half second from one time to another. @returns the times at which it was found to be cut off */
function look(cutOff: CutOff, { from, to, isServing }: { from: number; to: number; isServing: boolean }): number[] {
  const found: number[] = []
  for (let now = from; now < to; now += 500) if (cutOff.look({ now, isServing, feedMs: 0 })) found.push(now)
  return found
}

test('a process that reports itself in time is not cut off', () => {
  const cutOff = new CutOff(0)
  for (let now = 0; now < 20_000; now += 2_000) {
    cutOff.reported({ now, lagMs: undefined })
    expect(look(cutOff, { from: now, to: now + 2_000, isServing: true })).toEqual([])
  }
})

test('a process that lags behind another one is cut off until both follow the writer', () => {
  const cutOff = new CutOff(0)
  cutOff.reported({ now: 0, lagMs: 1_900 })
  expect(cutOff.look({ now: 500, isServing: false, feedMs: 2_400 })).toBe(false)
  cutOff.reported({ now: 2_000, lagMs: 3_900 })
  expect(cutOff.look({ now: 2_500, isServing: false, feedMs: 4_400 })).toBe(true)
  cutOff.reported({ now: 4_000, lagMs: undefined })
  expect(cutOff.look({ now: 4_500, isServing: true, feedMs: 400 })).toBe(false)
})

test('a process that finds the next writer a moment after another one is not cut off', () => {
  const cutOff = new CutOff(0)
  cutOff.reported({ now: 2_000, lagMs: 3_400 })
  expect(cutOff.look({ now: 2_100, isServing: false, feedMs: 3_500 })).toBe(false)
  expect(cutOff.look({ now: 2_600, isServing: true, feedMs: 300 })).toBe(false)
})

test('a process is cut off whose reports do not reach the database that the writer reaches', () => {
  const cutOff = new CutOff(0)
  expect(look(cutOff, { from: 0, to: 8_000, isServing: true })[0]).toBe(5_000)
  cutOff.reported({ now: 8_000, lagMs: undefined })
  expect(cutOff.look({ now: 8_000, isServing: true, feedMs: 0 })).toBe(false)
})

test('where the database is away from the writer too, no process is cut off, nor as soon as it is back', () => {
  const cutOff = new CutOff(0)
  expect(look(cutOff, { from: 0, to: 3_000, isServing: true })).toEqual([])
  expect(look(cutOff, { from: 3_000, to: 30_000, isServing: false })).toEqual([])
  expect(look(cutOff, { from: 30_000, to: 34_000, isServing: true })).toEqual([])
})
