import { expect, test } from 'vitest'
import type { MarketRow } from '#client/entities/market/markets.queries.ts'
import {
  arrangeMarkets,
  type MarketGroup,
  type MarketOrder,
  tradedTotal,
} from '#client/features/markets/arrange-markets.ts'

const row = (
  relatedCoin: string,
  lastPrice: string,
  last24HoursChange: string,
  last24HourVolume: string,
): MarketRow => ({
  marketType: `${relatedCoin}_TOMAN`,
  relatedCoin,
  sourceCoin: 'TOMAN',
  lastPrice,
  bestBid: null,
  bestAsk: null,
  last24HoursChange,
  maxPrice: null,
  minPrice: null,
  last24HourVolume,
  lastWeekData: [],
})

// Compared as text, 9.5 would stand above 1000, and -10.2 below -2.
const ROWS = [
  row('GOLD', '9.5', '-10.2', '2000'),
  row('BITCOIN', '11213578000', '0', '0.00000001'),
  row('TRON', '1000', '2.5', '0'),
  row('TETHER', '1000', '-2', '50.25'),
]

const NOW = Date.parse('2026-11-28T12:00:00Z')

const arranged = (
  group: MarketGroup,
  order?: MarketOrder,
  favourites: readonly string[] = [],
  rows: readonly MarketRow[] = ROWS,
) =>
  arrangeMarkets(rows, {
    group,
    order,
    favourites,
    nowMs: NOW,
    nameOf: (coin) => coin.toLowerCase(),
    language: 'en',
  }).map(({ relatedCoin }) => relatedCoin)

test.each([
  ['name', ['BITCOIN', 'GOLD', 'TETHER', 'TRON']],
  ['price', ['BITCOIN', 'TRON', 'TETHER', 'GOLD']],
  ['change', ['TRON', 'BITCOIN', 'TETHER', 'GOLD']],
  // 50,250; 19,000; 112.13578; 0
  ['volume', ['TETHER', 'GOLD', 'BITCOIN', 'TRON']],
] as const)('by %s the first is the smallest name or the largest figure, and a turn reverses it', (by, expected) => {
  expect(arranged('all', { by, isReversed: false })).toEqual(expected)
  // Two markets of the same price keep the order of the server in both directions.
  const reversed = by === 'price' ? ['GOLD', 'TRON', 'TETHER', 'BITCOIN'] : expected.toReversed()
  expect(arranged('all', { by, isReversed: true })).toEqual(reversed)
})

test('without a chosen order the list is as the server has it', () => {
  expect(arranged('all')).toEqual(['GOLD', 'BITCOIN', 'TRON', 'TETHER'])
})

test.each([
  ['gold', ['GOLD']],
  ['busy', ['TETHER', 'GOLD', 'BITCOIN']],
  ['rising', ['TRON']],
  ['falling', ['GOLD', 'TETHER']],
] as const)('the group %s has its markets alone, in its own order', (group, expected) => {
  expect(arranged(group)).toEqual(expected)
})

test('favourites come in the order in which they were chosen, without those that are priced in another coin', () => {
  const favourites = ['TRON_TOMAN', 'GOLD_TETHER', 'GOLD_TOMAN']
  expect(arranged('favourites', undefined, favourites)).toEqual(['TRON', 'GOLD'])
  expect(arranged('favourites', { by: 'name', isReversed: false }, favourites)).toEqual(['GOLD', 'TRON'])
})

const listed = (dates: Record<string, string | undefined>) =>
  ROWS.map((each) => ({ ...each, listedAt: dates[each.relatedCoin] }))

test('a market is new for thirty days after its listing, the newest first', () => {
  const rows = listed({
    GOLD: '2026-01-01T00:00:00Z',
    BITCOIN: '2026-10-29T12:00:01Z',
    TRON: '2026-10-29T11:59:59Z',
    TETHER: '2026-11-28T11:00:00Z',
  })
  expect(arranged('new', undefined, [], rows)).toEqual(['TETHER', 'BITCOIN'])
})

test('the markets with which a young exchange began are not new, and those without a date neither', () => {
  const first = '2026-11-20T00:00:00Z'
  const later = '2026-11-21T00:00:00Z'
  expect(arranged('new', undefined, [], listed({ GOLD: first, BITCOIN: first, TRON: first, TETHER: later }))).toEqual([
    'TETHER',
  ])
  expect(arranged('new', undefined, [], listed({ GOLD: first, BITCOIN: first, TRON: first, TETHER: first }))).toEqual(
    [],
  )
  expect(arranged('new', undefined, [], listed({}))).toEqual([])
})

test('the traded total is exact', () => {
  expect(tradedTotal(row('BITCOIN', '11213578000.123', '0', '0.00000007'))).toBe('784.95046000861')
})
