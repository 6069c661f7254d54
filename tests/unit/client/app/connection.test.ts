import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnection } from '#client/app/connection.ts'
import { createQueryClient } from '#client/app/query-client.ts'
import { ApiRefusal } from '#client/lib/call-api.ts'

const lost = () => Promise.reject(new ApiRefusal({ code: 'UNREACHABLE', message: 'no answer' }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('no network')))
})
afterEach(() => {
  vi.useRealTimers()
  onlineManager.setOnline(true)
})

async function ask({
  client,
  answer,
}: {
  client: ReturnType<typeof createQueryClient>
  answer: () => Promise<unknown>
}) {
  const asked = client.prefetchQuery({ queryKey: ['prices'], queryFn: answer, staleTime: 0 })
  await vi.advanceTimersByTimeAsync(2_000)
  await asked
}

test('the device says that it is offline, and when it is back', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const connection = createConnection(createQueryClient())
  expect(connection.state()).toBe('offline')
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(connection.state()).toBe('online')
})

test('a server that does not answer at two moments is unreachable, until it answers', async () => {
  const client = createQueryClient()
  const connection = createConnection(client)
  const received = vi.fn()
  connection.subscribe(received)
  await ask({ client, answer: lost })
  expect(connection.state()).toBe('online')
  await ask({ client, answer: lost })
  expect(connection.state()).toBe('unreachable')
  await ask({ client, answer: async () => ({ content: [] }) })
  expect(connection.state()).toBe('online')
  expect(received).toHaveBeenCalledTimes(2)
})

test('requests that are lost at one moment are one loss, however many they are', async () => {
  const client = createQueryClient()
  const connection = createConnection(client)
  const lose = (...names: string[]) =>
    names.map((name) => client.prefetchQuery({ queryKey: [name], queryFn: lost, staleTime: 0 }))
  lose('book', 'trades', 'market')
  await vi.advanceTimersByTimeAsync(300)
  lose('balances')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(connection.state()).toBe('online')
  lose('book')
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.state()).toBe('unreachable')
})

test('the last failure of a request counts, also of one that is not tried again', async () => {
  const client = createQueryClient()
  const connection = createConnection(client)
  const lose = () => client.prefetchQuery({ queryKey: ['order'], queryFn: lost, staleTime: 0, retry: false })
  await lose()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(connection.state()).toBe('online')
  await lose()
  expect(connection.state()).toBe('unreachable')
})

test('where one request is lost and nothing else is asked, the server itself is asked', async () => {
  const client = createQueryClient()
  const connection = createConnection(client)
  await ask({ client, answer: lost })
  expect(connection.state()).toBe('online')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(connection.state()).toBe('unreachable')

  vi.mocked(fetch).mockResolvedValue(new Response())
  await vi.advanceTimersByTimeAsync(5_000)
  expect(connection.state()).toBe('online')
  const asked = vi.mocked(fetch).mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetch).toHaveBeenCalledTimes(asked)
})

test('a refusal is an answer: the server is there', async () => {
  const client = createQueryClient()
  const connection = createConnection(client)
  const refuse = () => Promise.reject(new ApiRefusal({ code: 'FORBIDDEN', message: 'no' }))
  await ask({ client, answer: refuse })
  await ask({ client, answer: refuse })
  await ask({ client, answer: refuse })
  expect(connection.state()).toBe('online')
})

test('while all is quiet the server is asked directly', async () => {
  const client = createQueryClient()
  const connection = createConnection(client)
  await ask({ client, answer: lost })
  await ask({ client, answer: lost })
  vi.mocked(fetch).mockResolvedValue(new Response())
  await vi.advanceTimersByTimeAsync(5_000)
  expect(connection.state()).toBe('online')
  expect(fetch).toHaveBeenLastCalledWith('/favicon.svg', { method: 'HEAD', cache: 'no-store' })
})

test('what was lost on the screen of a page that was opened offline is asked for anew at the reconnect, and nothing else', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const client = createQueryClient()
  createConnection(client)
  let answered = false
  const answer = () => (answered ? Promise.resolve('here') : lost())
  const session = vi.fn(answer)
  const orders = vi.fn(answer)
  const refused = vi.fn(() => Promise.reject(new ApiRefusal({ code: 'FORBIDDEN', message: 'no' })))
  const left = vi.fn(lost)
  const shown = [
    new QueryObserver(client, { queryKey: ['session'], queryFn: session, networkMode: 'always' }),
    new QueryObserver(client, { queryKey: ['orders'], queryFn: orders }),
    new QueryObserver(client, { queryKey: ['refused'], queryFn: refused }),
  ]
  const stops = shown.map((observer) => observer.subscribe(() => undefined))
  await client.prefetchQuery({ queryKey: ['left'], queryFn: left, retry: false })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(shown.map((observer) => observer.getCurrentResult().status)).toEqual(['error', 'error', 'error'])
  const asked = [session, orders, refused, left].map(({ mock }) => mock.calls.length)

  onLine.mockReturnValue(true)
  answered = true
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(shown.map((observer) => observer.getCurrentResult().status)).toEqual(['success', 'success', 'error'])
  expect([session, orders, refused, left].map(({ mock }, index) => mock.calls.length - (asked[index] ?? 0))).toEqual([
    1, 1, 0, 0,
  ])
  for (const stop of stops) stop()
})
