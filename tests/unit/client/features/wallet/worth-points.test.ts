import { expect, test } from 'vitest'
import { unpricedCoins, worthPoints } from '#client/features/wallet/worth-points.ts'

const row = (toman: string, putInToman: string | null, unpriced: string[] = []) => ({
  ...{ at: '2026-11-21T20:30:00.000Z', toman, putInToman, unpriced },
  ...{ tether: null, putInTether: null },
})

test('gain is what the worth has grown beyond what was put in, in percent of the most that was in', () => {
  const points = worthPoints([row('100.5', '0'), row('1200', '1000'), row('150', '-100'), row('90.5', '-100')], 'TOMAN')
  expect(points.map(({ invested, gain, percent }) => [invested, gain, percent])).toEqual([
    ['100.5', '0', '0'],
    // 99.5 of 1,100.5.
    ['1100.5', '99.5', '9.04'],
    ['0.5', '149.5', '13.58'],
    ['0.5', '90', '8.18'],
  ])
  expect(points.map(({ isNow }) => isNow)).toEqual([false, false, false, true])
})

test('a loss has its sign, and without anything put in there is no percent', () => {
  expect(worthPoints([row('200', '0'), row('50', '0')], 'TOMAN')[1]).toMatchObject({ gain: '-150', percent: '-75' })
  expect(worthPoints([row('0', '0'), row('3', '0')], 'TOMAN')[1]).toMatchObject({ gain: '3', percent: undefined })
})

test('nothing is guessed: without a price at the first point, at this one, or of what was moved, there is no gain', () => {
  const gains = (rows: ReturnType<typeof row>[]) => worthPoints(rows, 'TOMAN').map(({ gain }) => gain)
  expect(gains([row('5', '0', ['GOLD']), row('9', '0')])).toEqual([undefined, undefined])
  expect(gains([row('5', '0'), row('9', '0', ['GOLD']), row('10', '0')])).toEqual(['0', undefined, '5'])
  expect(gains([row('5', '0'), row('9', null)])).toEqual(['0', undefined])
  expect(worthPoints([row('5', '0')], 'TETHER')).toMatchObject([{ worth: undefined, gain: undefined }])
  expect(unpricedCoins([row('5', '0', ['GOLD', 'BITCOIN']), row('5', '0', ['GOLD'])])).toEqual(['GOLD', 'BITCOIN'])
})
