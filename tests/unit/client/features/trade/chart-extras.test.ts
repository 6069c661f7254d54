import { expect, test, vi } from 'vitest'
import { indexAt, logicalOf, timeAt } from '#client/features/trade/chart/bar-place.ts'
import { INDICATORS, PERIODS } from '#client/features/trade/chart/chart-choice.ts'
import { chartFormats, shortUnitOf } from '#client/features/trade/chart/chart-look.ts'
import { letHold } from '#client/features/trade/chart/hold.ts'
import { Calculation } from '#client/features/trade/chart/indicators.ts'
import { wipeTabValues } from '#client/lib/tab-value.ts'
import { nearestTick } from '#client/ui/chart-number.ts'

const barAt = (time: number, close = 100) => ({ time, open: close, high: close, low: close, close, volume: 1 })
const bars = Array.from({ length: 80 }, (_, at) => barAt(at * 60, 100 + Math.sin(at / 3) * 10 + at / 7))

test.each(INDICATORS)('%s goes on from bar to bar as if it were calculated anew, also within a bar', (name) => {
  const growing = new Calculation(name, PERIODS[name])
  growing.next(bars.slice(0, 50))
  for (let count = 51; count <= bars.length; count += 1) {
    const newest = bars[count - 1] ?? barAt(0)
    growing.next([...bars.slice(0, count - 1), { ...newest, close: newest.close + 5 }])
    growing.next(bars.slice(0, count))
  }
  const last = growing.next(bars).at(-1)
  const anew = new Calculation(name, PERIODS[name]).next(bars).at(-1)
  expect(last?.time).toBe(anew?.time)
  for (const [at, value] of (anew?.values ?? []).entries()) expect(last?.values[at]).toBeCloseTo(value, 9)
  expect(anew?.values.length).toBeGreaterThan(0)
})

test('a moment has its place among bars with gaps, and beyond both ends', () => {
  const gapped = [barAt(0), barAt(60), barAt(240), barAt(300)]
  expect([0, 60, 150, 300].map((time) => logicalOf(gapped, time))).toEqual([0, 1, 1.5, 3])
  expect([-60, 360].map((time) => logicalOf(gapped, time))).toEqual([-1, 4])
  expect([-1, 59, 60, 999].map((time) => indexAt(gapped, time))).toEqual([-1, 0, 1, 3])
})

test('numbers of a narrow axis are short, and no two of them are the same', () => {
  const closes = [10_778_720_000, 10_759_343_000]
  const formats = chartFormats({ language: 'en', closes, unit: shortUnitOf(closes[0] ?? 0), tick: '1000' })
  expect(formats.axis(10_778_720_000)).toBe('10.7787')
  expect(formats.price(10_778_720_000)).toBe('10,778,720,000')
  expect(formats.ticks([10_950_000_000, 11_000_000_000])).toEqual(['10.95', '11.00'])
  expect([999_999, 1_000_000, 1_000_000_000].map(shortUnitOf)).toEqual(['one', 'million', 'billion'])
})

test('a price under the pointer is one that an order of the market can have', () => {
  const formats = chartFormats({ language: 'en', closes: [12_534_600], unit: 'one', tick: '100' })
  expect(formats.axis(12_534_567.31)).toBe('12,534,600')
  expect(formats.axis(12_534_549.9)).toBe('12,534,500')
  const tether = chartFormats({ language: 'en', closes: [102.03], unit: 'one', tick: '0.01' })
  expect(tether.axis(102.0349)).toBe('102.03')
})

test('a place on the chart becomes the nearest price that the market takes', () => {
  expect(nearestTick(8_000_049, '100')).toBe('8000000')
  expect(nearestTick(8_000_051.2, '100')).toBe('8000100')
  expect(nearestTick(0.123_456, '0.0001')).toBe('0.1235')
})

function heldChart() {
  const place = document.createElement('div')
  document.body.append(place)
  const moves: number[] = []
  const [drop, undo, onPress] = [vi.fn(), vi.fn(), vi.fn()]
  place.addEventListener('mousedown', onPress)
  const stop = letHold(place, ({ x }) =>
    x < 100 ? undefined : { move: ({ y }) => void moves.push(y), drop: ({ y }) => drop(y), undo },
  )
  const mouse = (type: string, clientX: number, clientY: number, on: EventTarget = window) =>
    on.dispatchEvent(new MouseEvent(type, { clientX, clientY, bubbles: true, cancelable: true }))
  return { place, moves, drop, undo, onPress, stop, mouse }
}

test('a label is moved and dropped without the chart, which gets every other press', () => {
  const { place, moves, drop, onPress, stop, mouse } = heldChart()
  mouse('mousedown', 10, 5, place)
  mouse('mousemove', 10, 50)
  mouse('mouseup', 10, 50)
  expect([onPress.mock.calls.length, moves, drop.mock.calls]).toEqual([1, [], []])
  mouse('mousedown', 150, 5, place)
  mouse('mousemove', 150, 40)
  mouse('mouseup', 150, 45)
  expect([onPress.mock.calls.length, moves, drop.mock.calls]).toEqual([1, [40], [[45]]])
  stop()
})

test('Escape undoes a move, and nothing is dropped', () => {
  const { place, drop, undo, stop, mouse } = heldChart()
  mouse('mousedown', 150, 5, place)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  mouse('mouseup', 150, 45)
  expect(undo).toHaveBeenCalledOnce()
  expect(drop).not.toHaveBeenCalled()
  stop()
})

test("a place among the bars and its moment are each other's inverse", () => {
  const gapped = [barAt(0), barAt(60), barAt(240), barAt(300)]
  for (const logical of [-2, 0, 0.5, 1, 2.5, 3, 5]) expect(logicalOf(gapped, timeAt(gapped, logical))).toBe(logical)
})

test('what a user drew goes with the logout', () => {
  localStorage.setItem('own:drawings GOLD_TOMAN', '[]')
  localStorage.setItem('chart-resolution', '5')
  wipeTabValues()
  expect(localStorage.getItem('own:drawings GOLD_TOMAN')).toBeNull()
  expect(localStorage.getItem('chart-resolution')).toBe('5')
})
