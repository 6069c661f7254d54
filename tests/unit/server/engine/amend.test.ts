import { expect, test } from 'vitest'
import { commitEventOf } from '#server/exchange/commit-feed.ts'
import { EngineStory } from '#tests/builders/engine-story.ts'

/** Four people with enough of both coins, and a first trade at 100: the next order is the third. */
function traded(): EngineStory {
  const story = new EngineStory()
  for (const who of ['ali', 'sara', 'reza', 'mina']) story.gives(who, '1000 TOMAN', '10 GOLD')
  story.order('sara sells 1 GOLD at 100')
  story.order('mina buys 1 GOLD at 100')
  return story
}

const refusal = (code: string) => ({ kind: 'refused', code })

test('a smaller amount keeps the place in the queue and frees the difference', () => {
  const story = traded()
  story.order('ali buys 4 GOLD at 90')
  story.order('reza buys 1 GOLD at 90')
  expect(story.amend('ali', 3, { amount: '2' })).toMatchObject({ kind: 'order', orderId: 3, status: 'IS_OPEN' })
  expect(story.book()).toBe('\n  buy  90: 3 (ali 2, reza 1)\n')
  expect(story.purse('ali')).toBe('820 TOMAN, 180 TOMAN blocked, 10 GOLD')
  story.cancel('ali', 3)
  expect(story.purse('ali')).toBe('1000 TOMAN, 10 GOLD')
})

test('a larger amount or another price goes behind the orders that are there, under the same id', () => {
  const story = traded()
  story.order('ali buys 1 GOLD at 90')
  story.order('reza buys 1 GOLD at 90')
  story.amend('ali', 3, { amount: '2' })
  expect(story.book()).toBe('\n  buy  90: 3 (reza 1, ali 2)\n')
  story.amend('reza', 4, { at: '91' })
  story.amend('reza', 4, { at: '90' })
  expect(story.book()).toBe('\n  buy  90: 3 (ali 2, reza 1)\n')
  expect(story.purse('ali')).toBe('820 TOMAN, 180 TOMAN blocked, 10 GOLD')
})

test('the amount is the whole, with what is executed: no less than that, and the rest alone is held', () => {
  const story = traded()
  story.order('ali buys 4 GOLD at 90')
  story.order('sara sells 3 GOLD at 90')
  for (const amount of ['2', '3']) expect(story.amend('ali', 3, { amount })).toEqual(refusal('AMOUNT_ALREADY_EXECUTED'))
  story.amend('ali', 3, { amount: '5', at: '80' })
  expect(story.book()).toBe('\n  buy  80: 2 (ali 2)\n')
  expect(story.purse('ali')).toBe('570 TOMAN, 160 TOMAN blocked, 12.988 GOLD')
})

test('an amended price may trade immediately, and sets off stops', () => {
  const story = traded()
  story.order('ali buys 2 GOLD at 90')
  story.order('sara sells 1 GOLD at 110')
  story.order('reza buys 1 GOLD at 120 once 110')
  expect(story.amend('ali', 3, { at: '115' })).toMatchObject({ status: 'IS_OPEN', executed: 1_000_000n })
  expect(story.journal.trades.at(-1)).toMatchObject({ takerOrderId: 3, makerOrderId: 4, unitPrice: 11_000_000_000n })
  expect(story.statusOf(5)).toBe('IS_OPEN')
})

test('a refusal leaves the order in its place, with its hold', () => {
  const story = traded()
  story.order('sara sells 1 GOLD at 110')
  story.order('ali buys 2 GOLD at 90', { terms: { postOnly: true } })
  story.order('reza buys 1 GOLD at 90')
  const before = [story.book(), story.purse('ali'), story.journal.entries.length]
  expect(story.amend('ali', 4, { at: '110' })).toEqual(refusal('POST_ONLY_WOULD_TRADE'))
  expect(story.amend('ali', 4, { amount: '12' })).toEqual(refusal('NOT_ENOUGH_BALANCE'))
  expect(story.amend('ali', 4, { once: '95' })).toEqual(refusal('STOP_ALREADY_TRIGGERED'))
  expect(story.amend('reza', 5, { at: '900', warnsOfPrice: true })).toMatchObject(
    refusal('NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER'),
  )
  expect(story.amend('mina', 4, { amount: '1' })).toEqual(refusal('ORDER_NOT_OPEN'))
  story.halt(true)
  expect(story.amend('ali', 4, { amount: '1' })).toEqual(refusal('MARKET_IS_NOT_ACTIVE'))
  expect([story.book(), story.purse('ali'), story.journal.entries.length]).toEqual(before)
})

test("an order's own hold pays for the amended order", () => {
  const story = traded()
  story.order('ali buys 10 GOLD at 99')
  expect(story.amend('ali', 3, { at: '100' })).toMatchObject({ status: 'IS_OPEN' })
  expect(story.purse('ali')).toBe('1000 TOMAN blocked, 10 GOLD')
})

test('an order that was filled meanwhile is not open', () => {
  const story = traded()
  story.order('ali buys 1 GOLD at 90')
  story.order('sara sells 1 GOLD at 90')
  expect(story.amend('ali', 3, { at: '80' })).toEqual(refusal('ORDER_NOT_OPEN'))
})

test('a stop that waits on has its new prices, and enters the book if they are reached', () => {
  const story = traded()
  story.order('ali buys 2 GOLD at 110 once 105')
  expect(story.amend('ali', 3, { at: '120', once: '115' })).toMatchObject({ status: 'PENDING' })
  expect(story.purse('ali')).toBe('760 TOMAN, 240 TOMAN blocked, 10 GOLD')
  story.order('sara sells 1 GOLD at 106')
  story.order('mina buys 1 GOLD at 106')
  expect(story.statusOf(3)).toBe('PENDING')
  expect(story.amend('ali', 3, { once: '106' })).toMatchObject({ status: 'IS_OPEN' })
  expect(story.book()).toBe('\n  buy  120: 2 (ali 2)\n')
})

test('a repeat changes nothing and gets the first answer', () => {
  const story = traded()
  story.order('ali buys 4 GOLD at 90')
  const first = story.amend('ali', 3, { amount: '3', key: 'once' })
  story.order('sara sells 1 GOLD at 90')
  expect(story.amend('ali', 3, { amount: '3', key: 'once' })).toEqual(first)
  expect(story.amend('ali', 3, { amount: '2', key: 'once' })).toEqual(refusal('IDEMPOTENCY_KEY_REUSED'))
})

test('a commit says what is left at the price that an amended order left', () => {
  const story = traded()
  story.order('ali buys 4 GOLD at 90')
  story.order('reza buys 1 GOLD at 90')
  story.amend('ali', 3, { at: '91' })
  const { bookChanges } = commitEventOf(story.journal, story.state, { epoch: 1n, number: 1, at: 0 })
  expect(bookChanges.filter(({ side }) => side === 'BUY').map(({ price, volume }) => [price, volume])).toEqual([
    [10_000_000_000n, 0n],
    [9_100_000_000n, 4_000_000n],
    [9_000_000_000n, 1_000_000n],
  ])
})

test('an expiry is set, moved and taken away in the order’s place, and the order ends at the last one', () => {
  const story = traded()
  const end = story.nextAt + 1_000_000
  story.order('ali buys 1 GOLD at 90')
  story.order('reza buys 1 GOLD at 90')
  expect(story.amend('ali', 3, { expiresAt: 1 })).toEqual(refusal('EXPIRY_IN_PAST'))
  story.amend('ali', 3, { expiresAt: end })
  story.amend('ali', 3, { expiresAt: end + 5_000 })
  expect(story.book()).toBe('\n  buy  90: 2 (ali 1, reza 1)\n')
  expect(story.expire(end)).toEqual({ kind: 'expired', count: 0 })
  expect(story.expire(end + 5_000)).toEqual({ kind: 'expired', count: 1 })
  expect(story.statusOf(3)).toBe('EXPIRED')
  story.amend('reza', 4, { expiresAt: end + 9_000 })
  story.amend('reza', 4, { expiresAt: null, at: '80' })
  expect(story.expire(end + 9_000)).toEqual({ kind: 'expired', count: 0 })
  expect(story.book()).toBe('\n  buy  80: 1 (reza 1)\n')
})
