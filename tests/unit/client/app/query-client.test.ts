import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#client/app/query-client.ts'
import { ApiRefusal } from '#client/lib/call-api.ts'

afterEach(() => onlineManager.setOnline(true))

test('an answer that the worker had kept is as old as it is', async () => {
  const client = createQueryClient()
  const queryFn = async () => ({ content: [], storedAt: '2026-03-20T10:32:00.000Z' })
  await client.prefetchQuery({ queryKey: ['prices'], queryFn })
  expect(client.getQueryState(['prices'])?.dataUpdatedAt).toBe(Date.parse('2026-03-20T10:32:00Z'))
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
