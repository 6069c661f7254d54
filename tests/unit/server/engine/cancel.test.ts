import { expect, test } from 'vitest'
import { EngineStory } from '#tests/builders/engine-story.ts'
import { GOLD_TOMAN, TETHER_TOMAN } from '#tests/builders/markets.ts'
import { openOrdersOf } from '#tests/builders/open-orders.ts'

function funded(): EngineStory {
  const story = new EngineStory()
  for (const who of ['ali', 'sara']) story.gives(who, '100000 TOMAN', '100 GOLD')
  return story
}

/** The ids of the open orders. */
const openIds = ({ state }: EngineStory) => openOrdersOf(state).map(({ id }) => id)

test('a cancellation that is repeated is answered as the first time, though its order has ended', () => {
  const story = funded()
  story.order('ali buys 2 GOLD at 100')
  const first = story.cancel('ali', 1, { key: 'cancel-1' })
  expect(first).toMatchObject({ kind: 'order', orderId: 1, status: 'CANCELLED_BY_USER' })
  expect(story.cancel('ali', 1, { key: 'cancel-1' })).toEqual(first)
  expect(story.cancel('ali', 1, { key: 'cancel-2' })).toEqual({ kind: 'refused', code: 'ORDER_NOT_OPEN' })
  expect(story.purse('ali')).toBe('100000 TOMAN, 100 GOLD')
})

test('a key that cancelled one order cancels no other', () => {
  const story = funded()
  story.order('ali buys 2 GOLD at 100')
  story.order('ali buys 2 GOLD at 101')
  story.cancel('ali', 1, { key: 'cancel-1' })
  expect(story.cancel('ali', 2, { key: 'cancel-1' })).toEqual({ kind: 'refused', code: 'IDEMPOTENCY_KEY_REUSED' })
  expect(openIds(story)).toEqual([2])
})

test('a cancellation that was refused is checked anew', () => {
  const story = funded()
  expect(story.cancel('ali', 1, { key: 'cancel-1' })).toMatchObject({ code: 'ORDER_NOT_OPEN' })
  story.order('ali buys 2 GOLD at 100')
  expect(story.cancel('ali', 1, { key: 'cancel-1' })).toMatchObject({ status: 'CANCELLED_BY_USER' })
})

test('all orders of one user end at once, of one market or of all, and of nobody else', () => {
  const story = funded()
  for (let i = 1; i <= 11; i++) story.order(`ali buys 1 GOLD at ${i}`)
  story.order('ali buys 3 TETHER at 5')
  story.order('ali buys 1 GOLD at 120 once 110')
  story.order('sara buys 1 GOLD at 4')
  expect(story.cancelAll('ali', { marketId: TETHER_TOMAN.id })).toEqual({ kind: 'cancelled', count: 1 })
  expect(story.cancelAll('ali', { marketId: GOLD_TOMAN.id })).toEqual({ kind: 'cancelled', count: 12 })
  expect(openIds(story)).toEqual([14])
  expect(story.statusOf(13)).toBe('CANCELLED_BY_USER')
  expect(story.purse('ali')).toBe('100000 TOMAN, 100 GOLD')
  expect(story.book()).toBe('\n  buy  4: 1 (sara 1)\n')
})

test('a repeat of cancelling all says how many the first cancelled, and leaves what came later alone', () => {
  const story = funded()
  for (const at of [10, 11, 12]) story.order(`ali buys 1 GOLD at ${at}`)
  expect(story.cancelAll('ali', { key: 'all-1' })).toEqual({ kind: 'cancelled', count: 3 })
  story.order('ali buys 1 GOLD at 13')
  expect(story.cancelAll('ali', { key: 'all-1' })).toEqual({ kind: 'cancelled', count: 3 })
  expect(openIds(story)).toEqual([4])
  expect(story.cancelAll('ali')).toEqual({ kind: 'cancelled', count: 1 })
  expect(story.cancelAll('ali')).toEqual({ kind: 'cancelled', count: 0 })
})

test('many orders end a part at a time; the answer comes with the last and counts them all', () => {
  const story = funded()
  for (let i = 1; i <= 25; i++) story.order(`ali buys 1 GOLD at ${i}`)
  let result = story.cancelAll('ali', { key: 'all-1', most: 10 })
  const left = [openIds(story).length]
  while (result.kind === 'unfinished') {
    // Orders placed meanwhile are not among those to cancel.
    story.order('ali buys 1 GOLD at 30')
    result = story.apply(result.next)
    left.push(openIds(story).length)
  }
  expect(result).toEqual({ kind: 'cancelled', count: 25 })
  expect(left).toEqual([15, 6, 2])
  expect(story.cancelAll('ali', { key: 'all-1' })).toEqual({ kind: 'cancelled', count: 25 })
  expect(openIds(story)).toEqual([26, 27])
})

test('an operator cancels an order of anybody: it ends so, and what it held is free again', () => {
  const story = funded()
  story.order('ali buys 2 GOLD at 100')
  expect(story.cancel('sara', 1, { byOperator: true })).toMatchObject({ code: 'ORDER_NOT_OPEN' })
  expect(story.cancel('ali', 1, { byOperator: true })).toMatchObject({ orderId: 1, status: 'CANCELLED_BY_ADMIN' })
  expect(openIds(story)).toEqual([])
  expect(story.purse('ali')).toBe('100000 TOMAN, 100 GOLD')
})
