import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#client/app/query-client.ts'
import { ApiRefusal } from '#client/lib/call-api.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

test('a fresh answer is as old as its arrival', async () => {
  const client = createQueryClient()
  const before = Date.now()
  await client.prefetchQuery({ queryKey: ['prices'], queryFn: async () => ({ content: [] }) })
  expect(client.getQueryState(['prices'])?.dataUpdatedAt).toBeGreaterThanOrEqual(before)
})

test('an order made offline fails at once; it is not sent when the network comes back', async () => {
  onlineManager.setOnline(false)
  const client = createQueryClient()
  const send = vi.fn().mockRejectedValue(new ApiRefusal({ code: 'UNREACHABLE', message: 'no network' }))
  const order = client.getMutationCache().build(client, { mutationFn: send })
  await expect(order.execute(undefined)).rejects.toThrow('no network')
  onlineManager.setOnline(true)
  await client.resumePausedMutations()
  expect(send).toHaveBeenCalledTimes(1)
})

test('a refusal is an answer: the query does not ask again', async () => {
  const client = createQueryClient()
  const ask = vi.fn().mockRejectedValue(new ApiRefusal({ code: 'FORBIDDEN', message: 'no' }))
  await expect(client.fetchQuery({ queryKey: ['orders'], queryFn: ask, retryDelay: 1 })).rejects.toThrow('no')
  await client.prefetchQuery({ queryKey: ['orders'], queryFn: ask })
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a poll that meets a "too many" stays silent and comes back after the time that was answered', async () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  let isBarred = false
  const ask = vi.fn(async () => {
    if (isBarred) throw new ApiRefusal({ code: 'TOO_MANY_REQUESTS', message: 'too many', retryAfterMs: 17_000 })
    return 'the book'
  })
  const poll = new QueryObserver(client, { queryKey: ['book'], queryFn: ask, refetchInterval: 2_000 })
  const seen = new Set<string>()
  const stop = poll.subscribe(({ status }) => seen.add(status))
  await vi.advanceTimersByTimeAsync(100)
  isBarred = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ask).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(16_000)
  expect(ask).toHaveBeenCalledTimes(2)
  expect(poll.getCurrentResult()).toMatchObject({ status: 'success', data: 'the book' })
  isBarred = false
  await vi.advanceTimersByTimeAsync(1_100)
  expect(ask).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ask).toHaveBeenCalledTimes(4)
  expect(seen).toEqual(new Set(['pending', 'success']))
  stop()
})

test('a command that meets a "too many" is refused at once', async () => {
  const client = createQueryClient()
  const send = vi
    .fn()
    .mockRejectedValue(new ApiRefusal({ code: 'TOO_MANY_REQUESTS', message: 'too many', retryAfterMs: 9 }))
  const order = client.getMutationCache().build(client, { mutationFn: send })
  await expect(order.execute(undefined)).rejects.toThrow('too many')
  expect(send).toHaveBeenCalledTimes(1)
})
