import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { coinsQuery } from '#client/entities/coin/coins.queries.ts'
import { sessionQuery } from '#client/entities/session/session.ts'
import {
  groupedBookQuery,
  lastTradesQuery,
  marketDetailsQuery,
  marketInfoQuery,
  orderBookQuery,
} from '#client/features/trade/market.queries.ts'
import { isLive, shownMarket } from '#client/lib/live.ts'
import { every } from '#client/lib/polling.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { getOrderBook } from '#contract/markets.ts'
import { type FakeSource, followedStream, see } from '#tests/builders/followed-stream.ts'
import { GOLD_ROW, GOLD_RULES } from '#tests/builders/trade-screen.tsx'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const { opened, open, world } = followedStream()

const ticker = (lastPrice: string) => ({ ...GOLD_ROW, lastWeekData: undefined, lastPrice, bestBid: null })
const trade = (id: number) => ({
  id: `${id}`,
  amount: '1',
  unitPrice: `${8_000_000 + id * 100}`,
  orderType: 'BUY',
  createdAtDateTime: new Date(1_790_000_000_000 + id).toISOString(),
})
const RESET = {
  market: 'GOLD_TOMAN',
  sequence: '7',
  at: new Date(1_790_000_000_000).toISOString(),
  // More than a page shows, and not in the order of text.
  bids: Array.from({ length: 12 }, (_, i) => [`${10_000_000 - i * 100_000}`, `${i + 1}.5`]),
  asks: [['10000100', '0.25']],
  trades: [trade(3), trade(2)],
  ticker: ticker('8000050'),
}
const book = () => world.client.getQueryData(orderBookQuery('GOLD_TOMAN').queryKey)?.baseDTO
const levels = (rows: readonly { unitPrice: string; volume: string }[] = []) =>
  rows.map(({ unitPrice, volume }) => [unitPrice, volume])
const lastTradeIds = () =>
  world.client.getQueryData(lastTradesQuery('GOLD_TOMAN').queryKey)?.content.map(({ id }) => id)

/** Opens the stream of the market of gold, as the trade page does, and sends the whole state. */
async function openMarket(): Promise<FakeSource> {
  world.client.setQueryData(coinsQuery().queryKey, WIRE_COINS)
  world.client.setQueryData(marketDetailsQuery('GOLD_TOMAN').queryKey, { baseDTO: GOLD_RULES })
  world.client.setQueryDefaults(orderBookQuery('GOLD_TOMAN').queryKey, { meta: { stream: 'GOLD_TOMAN' } })
  shownMarket.set('GOLD_TOMAN')
  await vi.waitFor(() => expect(opened.at(-1)?.url).toBe('/api/stream?market=GOLD_TOMAN'))
  const source = opened.at(-1)
  if (!source) throw new Error('there is no stream')
  source.send('reset', RESET, 'GOLD_TOMAN-7.3')
  return source
}

/** Changes are shown together, a moment after they arrive. */
const settle = () => vi.advanceTimersByTime(1_000)

test('the state of a market and its changes are what a poll would have answered', async () => {
  const source = await openMarket()
  expect(levels(book()?.buyOrderBook)).toEqual(RESET.bids.slice(0, 11))
  expect(book()?.buyOrderBook[0]).toEqual({
    unitPrice: '10000000',
    volume: '1.5',
    wholePrice: '15000000',
    executedPercent: 13,
  })
  expect(book()?.buyOrderBook[10]?.executedPercent).toBe(100)
  expect(lastTradeIds()).toEqual(['3', '2'])
  source.send(
    'book',
    {
      sequence: '9',
      previous: '7',
      at: RESET.at,
      bids: [
        ['10000000', '0'],
        ['10000050', '4'],
      ],
      asks: [['10000100', '0']],
    },
    'GOLD_TOMAN-9.3',
  )
  settle()
  expect(book()).toMatchObject({ sequence: '9', sellOrderBook: [] })
  expect(levels(book()?.buyOrderBook).slice(0, 2)).toEqual([
    ['10000050', '4'],
    ['9900000', '2.5'],
  ])
  source.send('trades', [trade(3), trade(4), trade(5)], 'GOLD_TOMAN-9.5')
  settle()
  expect(lastTradeIds()).toEqual(['5', '4', '3', '2'])
  source.send(
    'trades',
    Array.from({ length: 25 }, (_, i) => trade(6 + i)),
    'GOLD_TOMAN-9.30',
  )
  settle()
  expect(lastTradeIds()).toEqual(Array.from({ length: 20 }, (_, i) => `${30 - i}`))
  source.send('ticker', ticker('8100000'))
  settle()
  expect(world.client.getQueryData(marketInfoQuery('GOLD_TOMAN').queryKey)?.baseDTO.marketTradeInfo).toMatchObject({
    lastPrice: '8100000',
    bestBid: null,
    lastWeekData: [],
  })
})

const isBookLive = () =>
  isLive(world.client.getQueryCache().find({ queryKey: orderBookQuery('GOLD_TOMAN').queryKey }) ?? {})
const isBookStale = () => world.client.getQueryState(orderBookQuery('GOLD_TOMAN').queryKey)?.isInvalidated

test('a market that is live is not polled; once its stream breaks off, it is, until the stream goes on after the last event', async () => {
  const source = await openMarket()
  const poll = () => every(2_000)({ meta: { stream: 'GOLD_TOMAN' } })
  expect([isBookLive(), poll()]).toEqual([true, false])
  source.breakOff()
  expect([isBookLive(), poll(), isBookStale()]).toEqual([false, 2_000, true])
  source.send(
    'book',
    { sequence: '8', previous: '7', at: RESET.at, bids: [], asks: [['10000100', '1']] },
    'GOLD_TOMAN-8.3',
  )
  settle()
  expect([isBookLive(), poll(), isBookStale()]).toEqual([true, false, false])
  see('hidden')
  expect(isBookLive()).toBe(false)
  see('visible')
  await vi.waitFor(() => expect(open()).toHaveLength(1))
  expect(opened.at(-1)?.url).toBe('/api/stream?market=GOLD_TOMAN&lastEventId=GOLD_TOMAN-8.3')
  // Perhaps for that id, which another version of the server gave.
  opened.at(-1)?.refuse()
  vi.advanceTimersByTime(30_000)
  await vi.waitFor(() => expect(open()).toHaveLength(1))
  expect(opened.at(-1)?.url).toBe('/api/stream?market=GOLD_TOMAN')
})

test('a change that does not follow the last one opens a stream with the whole state, and leaves the book as it was', async () => {
  const source = await openMarket()
  const before = book()
  source.send('book', { sequence: '12', previous: '11', at: RESET.at, bids: [], asks: [] }, 'GOLD_TOMAN-12.3')
  expect(book()).toEqual(before)
  await vi.waitFor(() => expect(open()).toHaveLength(1))
  expect(opened.at(-1)?.url).toBe('/api/stream?market=GOLD_TOMAN')
  source.send('ticker', ticker('1'))
  settle()
  expect(world.client.getQueryData(marketInfoQuery('GOLD_TOMAN').queryKey)?.baseDTO.marketTradeInfo.lastPrice).toBe(
    '8000050',
  )
})

test('an event that comes twice counts once, of the trades too that are not shown yet', async () => {
  const source = await openMarket()
  source.send('trades', [trade(4)], 'GOLD_TOMAN-7.4')
  source.send('trades', [trade(4)], 'GOLD_TOMAN-7.4')
  settle()
  source.send('trades', [trade(4)], 'GOLD_TOMAN-7.4')
  settle()
  expect(lastTradeIds()).toEqual(['4', '3', '2'])
  const bids = [['10000000', '4']]
  const change = { sequence: '9', previous: '7', at: RESET.at, bids, asks: [] }
  source.send('book', change, 'GOLD_TOMAN-9.4')
  settle()
  const once = book()
  expect(levels(once?.buyOrderBook)[0]).toEqual(bids[0])
  source.send('book', change, 'GOLD_TOMAN-9.4')
  settle()
  expect(book()).toEqual(once)
})

test('a hundred changes a second are shown ten times a second, with nothing left out', async () => {
  const source = await openMarket()
  const written = vi.spyOn(world.client, 'setQueryData')
  for (let change = 0; change < 100; change++) {
    const sequence = { sequence: `${8 + change}`, previous: `${7 + change}`, at: RESET.at }
    source.send('book', { ...sequence, bids: [['10000000', `${change + 1}`]], asks: [[`${10_000_100 + change}`, '1']] })
    source.send('trades', [trade(100 + change)])
    vi.advanceTimersByTime(10)
  }
  settle()
  const key = orderBookQuery('GOLD_TOMAN').queryKey
  const books = written.mock.calls.filter(([queryKey]) => queryKey === key || queryKey[0] === key[0])
  expect(books.length).toBeGreaterThan(4)
  expect(books.length).toBeLessThanOrEqual(11)
  expect(book()?.buyOrderBook[0]?.volume).toBe('100')
  expect(levels(book()?.sellOrderBook)).toHaveLength(11)
  expect(lastTradeIds()).toEqual(Array.from({ length: 20 }, (_, at) => `${199 - at}`))
})

test('the rows of many ticks that a page shows are asked for after a change of the book, twice a second at most', async () => {
  const source = await openMarket()
  const asked = vi.fn(async () => ({ baseDTO: { sequence: '7', at: RESET.at, buyOrderBook: [], sellOrderBook: [] } }))
  const query = { ...groupedBookQuery('GOLD_TOMAN', '100'), queryFn: asked }
  const stop = new QueryObserver(world.client, query).subscribe(() => undefined)
  expect(every(2_000)({ meta: query.meta })).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  asked.mockClear()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).not.toHaveBeenCalled()
  for (let change = 0; change < 20; change++) {
    const sequence = { sequence: `${8 + change}`, previous: `${7 + change}`, at: RESET.at }
    source.send('book', { market: 'GOLD_TOMAN', ...sequence, bids: [['10000000', `${change + 1}`]], asks: [] })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked.mock.calls.length).toBeGreaterThanOrEqual(3)
  expect(asked.mock.calls.length).toBeLessThanOrEqual(4)
  asked.mockClear()
  await vi.advanceTimersByTimeAsync(5_000)
  // The server may answer from before the last change until half a second after it.
  expect(asked.mock.calls.length).toBeGreaterThanOrEqual(1)
  expect(asked.mock.calls.length).toBeLessThanOrEqual(2)
  stop()
})

test('an answer that was on its way when the stream began does not replace what the stream says', async () => {
  const { promise, resolve } = Promise.withResolvers<Reply<typeof getOrderBook>>()
  const { queryKey } = orderBookQuery('GOLD_TOMAN')
  const asked = world.client.fetchQuery({ queryKey, queryFn: () => promise }).catch(() => undefined)
  await openMarket()
  resolve({ baseDTO: { sequence: '6', at: RESET.at, buyOrderBook: [], sellOrderBook: [] } })
  await asked
  expect(book()?.sequence).toBe('7')
})

test('a stream that has been silent for longer than its heartbeat is opened again', async () => {
  const source = await openMarket()
  vi.advanceTimersByTime(15_000)
  source.send('heartbeat', { at: RESET.at })
  vi.advanceTimersByTime(15_000)
  expect(isBookLive()).toBe(true)
  expect(open()).toEqual([source])
  vi.advanceTimersByTime(10_000)
  await vi.waitFor(() => expect(open()).toHaveLength(1))
  expect(open()).not.toEqual([source])
})

test('a visitor has the stream of a market, and none elsewhere', async () => {
  world.client.setQueryData(sessionQuery().queryKey, null)
  expect(open()).toEqual([])
  await openMarket()
  expect(open()).toHaveLength(1)
  shownMarket.set(() => undefined)
  expect(open()).toEqual([])
})

test('a market that ends or begins to trade is asked for its rules', async () => {
  const source = await openMarket()
  const details = () => world.client.getQueryState(marketDetailsQuery('GOLD_TOMAN').queryKey)?.isInvalidated
  const state = (kind: string) => ({
    ...ticker('8000050'),
    state: { kind, reason: null, opensAt: null, closesAt: null },
  })
  source.send('ticker', state('OPEN'))
  settle()
  expect(details()).toBe(false)
  source.send('ticker', state('HALTED'))
  settle()
  expect(details()).toBe(true)
})
