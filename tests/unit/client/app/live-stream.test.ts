import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { notificationsQuery, unreadQuery } from '#client/entities/notification/notifications.queries.ts'
import { openOrderPagesQuery } from '#client/entities/order/orders.queries.ts'
import { sessionQuery } from '#client/entities/session/session.ts'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { getOrders, getTrades } from '#contract/orders.ts'
import { getMarketBalances } from '#contract/wallets.ts'
import { followedStream, see } from '#tests/builders/followed-stream.ts'
import { person } from '#tests/builders/session.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'

const { opened, open, world } = followedStream()
const lists: readonly (readonly unknown[])[] = [unreadQuery().queryKey, notificationsQuery('fa').queryKey]
const stale = () => lists.map((queryKey) => world.client.getQueryState(queryKey)?.isInvalidated)
const known = () => {
  for (const queryKey of lists) world.client.setQueryData(queryKey, { baseDTO: { unread: 0 }, content: [] })
}
beforeEach(known)

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

test('the first answer, on its way while something new comes, does not stand for it', async () => {
  const { queryKey } = unreadQuery()
  const { client } = world
  client.removeQueries({ queryKey })
  const answers: ((unread: number) => void)[] = []
  const queryFn = () => new Promise<number>((resolve) => void answers.push(resolve))
  const stop = new QueryObserver<number>(client, { queryKey, queryFn }).subscribe(() => undefined)
  opened[0]?.refetch('notifications')
  await vi.advanceTimersByTimeAsync(0)
  expect(answers).toHaveLength(2)
  answers[0]?.(0)
  answers[1]?.(1)
  await vi.advanceTimersByTimeAsync(0)
  expect(client.getQueryData<unknown>(queryKey)).toBe(1)
  stop()
})

const OWN = [[getOrders.path, 'open', 'ALL'], [getTrades.path, 'pages', 'ALL'], walletsQuery().queryKey]
const knowOwn = () => {
  for (const queryKey of OWN) world.client.setQueryData(queryKey, { pages: [], content: [], baseDTO: {} })
}
const ownStale = () => OWN.map((queryKey) => world.client.getQueryState(queryKey)?.isInvalidated)

test('orders and balances are asked for when the stream begins and after missed changes, but not for a notification alone', () => {
  knowOwn()
  opened[0]?.refetch('own')
  expect(ownStale(), 'a commit between the page and its stream').toEqual([true, true, true])
  knowOwn()
  opened[0]?.refetch('notifications')
  expect(ownStale()).toEqual([false, false, false])
  opened[0]?.refetch('own')
  expect(ownStale()).toEqual([true, true, true])
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
  world.client.setQueryData(sessionQuery().queryKey, null)
  expect(open()).toEqual([])
  see('visible')
  expect(open()).toEqual([])
})

test('a stream that is refused is asked for again half a minute later, and at once with a new network', () => {
  opened[0]?.refuse()
  world.client.setQueryData(sessionQuery().queryKey, person())
  expect(open()).toEqual([])
  vi.advanceTimersByTime(30_000)
  expect(open()).toHaveLength(1)
  opened.at(-1)?.refuse()
  window.dispatchEvent(new Event('online'))
  expect(open()).toHaveLength(1)
})

const BALANCES = [getMarketBalances.path, { query: { sourceCoin: 'TOMAN', destinationCoin: 'GOLD' } }]
const OPEN_ORDERS = openOrderPagesQuery('GOLD_TOMAN').queryKey
const openOrders = () =>
  world.client
    .getQueryData(OPEN_ORDERS)
    ?.pages.map(({ content }) =>
      content.map(({ id, orderStatus, executedPercent }) => [id, orderStatus, executedPercent]),
    )

test('an own order and balance change on the screen when the stream says so, and the lists follow once for many changes', () => {
  const rows = Array.from({ length: 11 }, (_, i) => wireOrder({ id: `${20 - i}` }))
  world.client.setQueryData(OPEN_ORDERS, {
    pages: [{ content: rows.slice(0, 10), next: '11' }, { content: rows.slice(10) }],
    pageParams: ['', '11'],
  })
  world.client.setQueryData(BALANCES, { baseDTO: { TOMAN: '10', GOLD: '2' } })
  const source = opened[0]
  source?.refetch('own')
  const before = openOrders()
  source?.send('order', wireOrder({ id: '10', executedPercent: 40 }))
  source?.send('order', wireOrder({ id: '20', orderStatus: 'FINISHED_WITH_TRANSACTION', executedPercent: 100 }))
  source?.send('order', wireOrder({ id: '99', executedPercent: 1 }))
  const [first = [], second = []] = before ?? []
  expect(openOrders()).toEqual([first.slice(1), [['10', 'IS_OPEN', 40]]])
  expect(second).toHaveLength(1)
  source?.send('balance', { coin: 'TOMAN', credit: '7.5', blockedCredit: '2.5', totalBalance: '10' })
  source?.send('balance', { coin: 'TETHER', credit: '1', blockedCredit: '0', totalBalance: '1' })
  expect(world.client.getQueryData(BALANCES)).toEqual({ baseDTO: { TOMAN: '7.5', GOLD: '2' } })
  const asked = vi.spyOn(world.client, 'invalidateQueries')
  vi.advanceTimersByTime(500)
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([[getOrders.path], [getTrades.path]])
})

test('after a logout nothing of the user is asked for', () => {
  opened[0]?.refetch('own')
  opened[0]?.send('order', wireOrder())
  const asked = vi.spyOn(world.client, 'invalidateQueries')
  world.client.setQueryData(sessionQuery().queryKey, null)
  vi.advanceTimersByTime(60_000)
  expect(open()).toEqual([])
  expect(asked).not.toHaveBeenCalled()
})

test('a stream that says it ends asks for nothing of the user, whose session may have ended with it', () => {
  opened[0]?.refetch('own')
  knowOwn()
  opened[0]?.send('end', { reason: 'SESSION_ENDED' })
  opened[0]?.breakOff()
  expect(ownStale()).toEqual([false, false, false])
})
