import { dehydrate, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { partOf, serialize } from '#client/app/persist-queries.ts'

const PRICES = { content: [{ destCoinSymbol: 'GOLD', buyPrice: '98500' }] }

async function query({
  meta,
  answer = async () => PRICES,
}: {
  meta?: { offline: 'keep' | 'never'; access: 'public' | 'user' | 'authorized' }
  answer?: () => Promise<unknown>
}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const options = { queryKey: ['x'], queryFn: answer, ...(meta ? { meta } : {}) }
  await client.prefetchQuery(options)
  const found = client.getQueryCache().find({ queryKey: ['x'] })
  if (found === undefined) throw new Error('the query is not in the cache')
  return { client, options, found }
}

test('a public answer that may be kept goes to the public part', async () => {
  const { found } = await query({ meta: { offline: 'keep', access: 'public' } })
  expect(partOf(found)).toBe('public')
})

test.each(['user', 'authorized'] as const)('what belongs to a user (%s) is kept apart', async (access) => {
  const { found } = await query({ meta: { offline: 'keep', access } })
  expect(partOf(found)).toBe('user')
})

test.each(['public', 'user', 'authorized'] as const)('what must never be kept is not (%s)', async (access) => {
  const { found } = await query({ meta: { offline: 'never', access } })
  expect(partOf(found)).toBeUndefined()
})

test('a query that says nothing of itself is not kept', async () => {
  const { found } = await query({})
  expect(partOf(found)).toBeUndefined()
})

test('a query without data is not kept', async () => {
  const { found } = await query({
    meta: { offline: 'keep', access: 'public' },
    answer: () => Promise.reject(new Error('the network is gone')),
  })
  expect(partOf(found)).toBeUndefined()
})

test('data outlives a refetch that failed', async () => {
  const { client, found, options } = await query({ meta: { offline: 'keep', access: 'public' } })
  await client.prefetchQuery({ ...options, queryFn: () => Promise.reject(new Error('the network is gone')) })
  expect(found.state.status).toBe('error')
  expect(partOf(found)).toBe('public')
})

test('of very many answers the newest stay', () => {
  const client = new QueryClient()
  for (let n = 1; n <= 100; n++) client.setQueryData(['candles', n], `answer ${n}`, { updatedAt: n })
  const text = serialize({ timestamp: 1, buster: '', clientState: dehydrate(client) })
  expect(text).toContain('answer 100')
  expect(text).toContain('answer 61')
  expect(text).not.toContain('"answer 60"')
})
