import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followNotifications } from '#client/app/follow-user.ts'
import { notificationsQuery, unreadQuery } from '#client/entities/notification/notifications.queries.ts'
import { sessionQuery } from '#client/entities/session/session.ts'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { getOrders, getTrades } from '#contract/orders.ts'
import { person } from '#tests/builders/session.ts'

/** A stream that the test serves. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static readonly opened: FakeSource[] = []
  readonly url: string
  readyState = 1
  onerror: (() => void) | null = null
  constructor(url: string) {
    super()
    this.url = url
    FakeSource.opened.push(this)
  }
  close() {
    this.readyState = FakeSource.CLOSED
  }
  refetch(what: string) {
    this.dispatchEvent(new MessageEvent('refetch', { data: JSON.stringify({ what }) }))
  }
}

const { opened } = FakeSource
const open = () => opened.filter(({ readyState }) => readyState !== FakeSource.CLOSED)
const lists: readonly (readonly unknown[])[] = [unreadQuery().queryKey, notificationsQuery('fa').queryKey]

let client = new QueryClient()
let stop: () => void = () => undefined
const stale = () => lists.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)
const known = () => {
  for (const queryKey of lists) client.setQueryData(queryKey, { baseDTO: { unread: 0 }, content: [] })
}
function see(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeSource)
  vi.useFakeTimers()
  opened.length = 0
  client = new QueryClient()
  client.setQueryData(sessionQuery().queryKey, person())
  known()
  stop = followNotifications(client)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('what is new is asked for as soon as the stream says so, and after a stream that was cut off', () => {
  expect(open().map(({ url }) => url)).toEqual(['/api/stream'])
  opened[0]?.refetch('own')
  expect(stale()).toEqual([false, false])
  opened[0]?.refetch('notifications')
  expect(stale()).toEqual([true, true])
  known()
  opened[0]?.refetch('own')
  expect(stale()).toEqual([true, true])
})

test('after missed changes orders and balances are asked for too, and for a notification alone they are not', () => {
  const own = [[getOrders.path, 'open', 'ALL'], [getTrades.path, 'pages', 'ALL'], walletsQuery().queryKey]
  for (const queryKey of own) client.setQueryData(queryKey, { content: [], baseDTO: {} })
  const areStale = () => own.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)
  opened[0]?.refetch('own')
  opened[0]?.refetch('notifications')
  expect(areStale()).toEqual([false, false, false])
  opened[0]?.refetch('own')
  expect(areStale()).toEqual([true, true, true])
})

test('what nobody knows is no reason to ask', () => {
  opened[0]?.refetch('own')
  opened[0]?.refetch('everything')
  expect(stale()).toEqual([false, false])
})

test('a page that is not seen, or whose user has left, keeps no stream', () => {
  opened[0]?.refetch('own')
  see('hidden')
  expect(open()).toEqual([])
  see('visible')
  expect(open()).toHaveLength(1)
  opened.at(-1)?.refetch('own')
  expect(stale(), 'what came meanwhile').toEqual([true, true])
  client.setQueryData(sessionQuery().queryKey, null)
  expect(open()).toEqual([])
  see('visible')
  expect(open()).toEqual([])
})

test('a stream that is refused is asked for again half a minute later, and at once with a new network', () => {
  const refuse = () => {
    const last = opened.at(-1)
    last?.close()
    last?.onerror?.()
  }
  refuse()
  client.setQueryData(sessionQuery().queryKey, person())
  expect(open()).toEqual([])
  vi.advanceTimersByTime(30_000)
  expect(open()).toHaveLength(1)
  refuse()
  window.dispatchEvent(new Event('online'))
  expect(open()).toHaveLength(1)
})
