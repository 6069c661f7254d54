import { QueryClient, type QueryMeta, QueryObserver } from '@tanstack/react-query'
import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isKept, persistQueries, seedCacheFromHtml, serialize } from '#client/app/persist-queries.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { getCoinDetails, getTomanPrices } from '#contract/coins.ts'
import type { EndpointShape } from '#contract/endpoint.ts'
import { getSandboxes } from '#contract/exchange-info.ts'
import { getCandles, getLastTrades, getMarketInfo, getOrderBook } from '#contract/markets.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

// The device's disk, whose writes are counted.
vi.mock('idb-keyval', () => ({ createStore: vi.fn(), del: vi.fn(), get: vi.fn(), set: vi.fn() }))
beforeEach(() => {
  vi.stubGlobal('__CONTRACT_HASH__', 'today')
  vi.useFakeTimers()
  vi.mocked(get).mockResolvedValue(undefined)
  vi.mocked(set).mockReset().mockResolvedValue(undefined)
})
afterEach(() => {
  // Saves now what a page of this test still has to save, so that no later page saves it.
  window.dispatchEvent(new Event('pagehide'))
  vi.useRealTimers()
})

const PRICES = { content: [{ destCoinSymbol: 'GOLD', buyPrice: '98500' }] }

async function query({ meta, answer = async () => PRICES }: { meta?: QueryMeta; answer?: () => Promise<unknown> }) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const options = { queryKey: ['x'], queryFn: answer, ...(meta ? { meta } : {}) }
  await client.prefetchQuery(options)
  const found = client.getQueryCache().find({ queryKey: ['x'] })
  if (found === undefined) throw new Error('the query is not in the cache')
  return { client, options, found }
}

test('a public answer that may be kept is', async () => {
  const { found } = await query({ meta: { offline: 'keep', access: 'public' } })
  expect(isKept(found)).toBe(true)
})

test.each(['user', 'authorized', 'operator'] as const)('nothing that belongs to somebody is (%s)', async (access) => {
  const { found } = await query({ meta: { offline: 'keep', access } })
  expect(isKept(found)).toBe(false)
})

test.each(['live', 'never'] as const)(
  'what changes every second or must never be kept is not (%s)',
  async (offline) => {
    const { found } = await query({ meta: { offline, access: 'public' } })
    expect(isKept(found)).toBe(false)
  },
)

test('a query that says nothing of itself is not kept', async () => {
  const { found } = await query({})
  expect(isKept(found)).toBe(false)
})

test('a query without data is not kept', async () => {
  const { found } = await query({
    meta: { offline: 'keep', access: 'public' },
    answer: () => Promise.reject(new Error('the network is gone')),
  })
  expect(isKept(found)).toBe(false)
})

test('data outlives a refetch that failed', async () => {
  const { client, found, options } = await query({ meta: { offline: 'keep', access: 'public' } })
  await client.prefetchQuery({ ...options, queryFn: () => Promise.reject(new Error('the network is gone')) })
  expect(found.state.status).toBe('error')
  expect(isKept(found)).toBe(true)
})

/** The public polls of the trade page; each answer is a new one. */
function pollTradePage(client: QueryClient) {
  const polls = [
    [getOrderBook, 2_000],
    [getMarketInfo, 3_000],
    [getTomanPrices, 5_000],
    [getLastTrades, 5_000],
    [getCandles, 10_000],
    [getCoinDetails, false],
  ] as const
  let answers = 0
  const queryFn = async () => {
    answers += 1
    return { answers }
  }
  const stops = polls.map(([{ path, offline, access }, refetchInterval]) =>
    new QueryObserver(client, { queryKey: [path], meta: { offline, access }, queryFn, refetchInterval }).subscribe(
      () => undefined,
    ),
  )
  return {
    answers: () => answers,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

test('a minute of the trade page is written to the disk twice at most, and without what changes every second', async () => {
  const client = new QueryClient()
  await persistQueries(client)
  const polls = pollTradePage(client)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(polls.answers()).toBeGreaterThan(60)
  expect(vi.mocked(set).mock.calls.length).toBeLessThanOrEqual(2)
  const written = String(vi.mocked(set).mock.lastCall?.[1])
  for (const path of [getMarketInfo.path, getTomanPrices.path, getCoinDetails.path]) expect(written).toContain(path)
  for (const path of [getOrderBook.path, getLastTrades.path, getCandles.path]) expect(written).not.toContain(path)
  polls.stop()
  window.dispatchEvent(new Event('pagehide'))
})

test('a page that is left saves what is new at once, and nothing where there is nothing new', async () => {
  const client = new QueryClient()
  await persistQueries(client)
  const meta = { offline: 'keep', access: 'public' } as const
  await client.prefetchQuery({ queryKey: ['prices'], queryFn: async () => PRICES, meta })
  expect(set).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(0)
  expect(set).toHaveBeenCalledOnce()
  window.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(set).toHaveBeenCalledOnce()
  await client.prefetchQuery({ queryKey: ['prices'], queryFn: async () => ({ content: [] }), meta, staleTime: 0 })
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(set).toHaveBeenCalledTimes(2)
})

/** Stores answers on the device, as from an earlier visit. */
function keepFromBefore(answers: readonly (readonly [path: string, answer: unknown])[]): void {
  const kept = answers.map(([path, data]) => ({ queryKey: [path, {}], data, dataUpdatedAt: Date.now() }))
  vi.mocked(get).mockResolvedValue(serialize(kept))
}

/** The data that a part of the page shows before any request. */
const shown = (client: QueryClient, endpoint: EndpointShape) => {
  const { queryKey, meta } = endpointQuery(endpoint, {})
  return new QueryObserver(client, { queryKey, enabled: false, ...(meta ? { meta } : {}) }).getCurrentResult().data
}

test('an answer from before is there as soon as it is asked for, if the schema of its endpoint reads it', async () => {
  const [coin] = WIRE_COINS.content
  keepFromBefore([
    [getCoinDetails.path, { content: [{ ...coin, beside: 'what nobody knows' }] }],
    [getSandboxes.path, { content: 'no list' }],
  ])
  const client = new QueryClient()
  await persistQueries(client)
  expect(shown(client, getCoinDetails)).toEqual({ content: [coin] })
  expect(shown(client, getSandboxes)).toBeUndefined()
})

test('an answer from before that this page has not asked for stays on the device, a week at most', async () => {
  keepFromBefore([[getCoinDetails.path, WIRE_COINS]])
  const save = async () => {
    const client = new QueryClient()
    await persistQueries(client)
    const meta = { offline: 'keep', access: 'public' } as const
    await client.prefetchQuery({ queryKey: ['prices'], queryFn: async () => PRICES, meta })
    window.dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(0)
    const written = String(vi.mocked(set).mock.lastCall?.[1])
    vi.mocked(get).mockResolvedValue(written)
    return written
  }
  expect(await save()).toContain(getCoinDetails.path)
  await vi.advanceTimersByTimeAsync(6 * 24 * 3_600_000)
  expect(await save()).toContain(getCoinDetails.path)
  await vi.advanceTimersByTimeAsync(2 * 24 * 3_600_000)
  expect(await save()).not.toContain(getCoinDetails.path)
})

test('an answer that the server has written into the page is read by its schema too', async () => {
  vi.stubGlobal('performance', { getEntriesByType: () => [] })
  vi.stubGlobal('PerformanceNavigationTiming', class {})
  const serve = async (answers: unknown) => {
    document.body.innerHTML = `<script type="application/json" id="answers">${JSON.stringify(answers)}</script>`
    const client = new QueryClient()
    seedCacheFromHtml(await persistQueries(client))
    return client
  }
  const served = (path: string, reply: unknown) => ({ path, input: {}, reply })
  const client = await serve([served(getCoinDetails.path, WIRE_COINS), served(getSandboxes.path, { content: [1] })])
  expect(shown(client, getCoinDetails)).toEqual(WIRE_COINS)
  expect(shown(client, getSandboxes)).toBeUndefined()
  expect(shown(await serve({ something: 'else' }), getCoinDetails)).toBeUndefined()
})

test('of very many answers the newest stay', () => {
  const now = Date.now()
  const text = serialize(
    Array.from({ length: 200 }, (_, index) => index + 1).map((n) => ({
      ...{ queryKey: ['candles', n], data: `answer ${n}`, dataUpdatedAt: now - 1_000 + n },
    })),
  )
  expect(text).toContain('answer 200')
  expect(text).toContain('answer 101')
  expect(text).not.toContain('"answer 100"')
})
