import { expect, test } from 'vitest'
import { commitEventOf } from '#server/exchange/commit-feed.ts'
import { EngineStory } from '#tests/builders/engine-story.ts'

/** People with enough of both coins, and a first trade at 100: the next order is the third. */
function traded(): EngineStory {
  const story = new EngineStory()
  for (const who of ['ali', 'sara', 'reza', 'mina']) story.gives(who, '1000 TOMAN', '10 GOLD')
  trade(story, '100')
  return story
}

/** A trade at this price, made by an order to buy, or to sell. */
function trade(story: EngineStory, at: string, taker: 'buys' | 'sells' = 'buys'): void {
  story.order(`sara ${taker === 'buys' ? 'sells' : 'buys'} 1 GOLD at ${at}`)
  story.order(`mina ${taker} 1 GOLD at ${at}`)
}

const statuses = (story: EngineStory, ...ids: number[]) => ids.map((id) => story.statusOf(id))

test('one command places both legs under one hold, and the commit says that they belong together', () => {
  const story = traded()
  expect(story.oco('ali sells 4 GOLD at 110 or at 88 once 90')).toMatchObject({ orderId: 3, status: 'IS_OPEN' })
  expect(story.purse('ali')).toBe('1000 TOMAN, 6 GOLD, 4 GOLD blocked')
  expect(story.book()).toBe('\n  sell 110: 4 (ali 4)\n')
  const { orders } = commitEventOf(story.journal, story.state, { epoch: 1n, number: 1, at: 0 })
  expect(orders.slice(-2)).toMatchObject([
    { id: 3, kind: 'LIMITED', linkedOrderId: 4 },
    { id: 4, kind: 'STOP_LIMIT', linkedOrderId: 3, status: 'PENDING' },
  ])
})

test('a purchase holds the larger of the two needs, never both', () => {
  const story = traded()
  story.oco('ali buys 2 GOLD at 90 or at 120 once 110')
  expect(story.purse('ali')).toBe('760 TOMAN, 240 TOMAN blocked, 10 GOLD')
  story.oco('reza buys 2 GOLD at 90 or at 80 once 110')
  expect(story.purse('reza')).toBe('820 TOMAN, 180 TOMAN blocked, 10 GOLD')
  expect(story.oco('sara buys 10 GOLD at 90 or at 120 once 110')).toMatchObject({ code: 'NOT_ENOUGH_BALANCE' })
})

test('where the leg that takes the profit trades in part, the stop ends, and the rest holds what it needs alone', () => {
  const story = traded()
  story.oco('ali buys 4 GOLD at 90 or at 120 once 110')
  story.order('sara sells 1 GOLD at 90')
  expect(statuses(story, 3, 4)).toEqual(['IS_OPEN', 'FINISHED_WITHOUT_TRANSACTION'])
  expect(story.purse('ali')).toBe('640 TOMAN, 270 TOMAN blocked, 10.996 GOLD')
  trade(story, '110')
  expect(story.statusOf(4)).toBe('FINISHED_WITHOUT_TRANSACTION')
})

test('a triggered stop ends the other leg before it enters the book, with the whole hold that it needs', () => {
  const story = traded()
  story.oco('ali buys 4 GOLD at 90 or at 120 once 110')
  trade(story, '110')
  expect(statuses(story, 3, 4)).toEqual(['FINISHED_WITHOUT_TRANSACTION', 'IS_OPEN'])
  expect(story.book()).toBe('\n  buy  120: 4 (ali 4)\n')
  expect(story.purse('ali')).toBe('520 TOMAN, 480 TOMAN blocked, 10 GOLD')
})

test('one walk that would trigger the stop and trades with the other leg counts as a trade', () => {
  const story = traded()
  story.oco('ali sells 1 GOLD at 110 or at 88 once 90')
  story.order('reza sells 1 GOLD at 90')
  story.order('mina buys 2 GOLD at 110')
  expect(statuses(story, 3, 4)).toEqual(['FINISHED_WITH_TRANSACTION', 'FINISHED_WITHOUT_TRANSACTION'])
})

test.each([
  { leg: 3, how: {}, status: 'CANCELLED_BY_USER' },
  { leg: 4, how: {}, status: 'CANCELLED_BY_USER' },
  { leg: 4, how: { byOperator: true } as const, status: 'CANCELLED_BY_ADMIN' },
])('cancelling leg $leg cancels both: $status', ({ leg, how, status }) => {
  const story = traded()
  story.oco('ali sells 4 GOLD at 110 or at 88 once 90')
  expect(story.cancel('ali', leg, how)).toMatchObject({ orderId: leg, status })
  expect(statuses(story, 3, 4)).toEqual([status, status])
  expect(story.purse('ali')).toBe('1000 TOMAN, 10 GOLD')
  expect(story.book()).toBe('\n  (empty)\n')
})

test('an own order that makes one leg give way ends the other one, too', () => {
  const story = traded()
  story.oco('ali sells 4 GOLD at 110 or at 88 once 90')
  story.order('ali buys 1 GOLD at 110', { terms: { selfTradePrevention: 'CANCEL_OLDER' } })
  expect(statuses(story, 3, 4)).toEqual(['FINISHED_WITHOUT_TRANSACTION', 'FINISHED_WITHOUT_TRANSACTION'])
  expect(story.purse('ali')).toBe('890 TOMAN, 110 TOMAN blocked, 10 GOLD')
})

test('a leg is not amended, not even once it is alone', () => {
  const story = traded()
  story.oco('ali sells 4 GOLD at 110 or at 88 once 90')
  const refusal = { kind: 'refused', code: 'OCO_NOT_AMENDABLE' }
  for (const leg of [3, 4]) expect(story.amend('ali', leg, { amount: '1' })).toEqual(refusal)
  story.order('mina buys 1 GOLD at 110')
  expect(story.amend('ali', 3, { amount: '2' })).toEqual(refusal)
})

test.each([
  ['ali sells 1 GOLD at 100 or at 88 once 90', '100'],
  ['ali sells 1 GOLD at 105 or at 88 once 90', '105'],
  ['ali sells 1 GOLD at 110 or at 88 once 100', '100'],
  ['ali buys 1 GOLD at 100 or at 120 once 110', '100'],
  ['ali buys 1 GOLD at 90 or at 120 once 100', '100'],
])('a price on the wrong side of the market is refused: %s', (sentence, marketPrice) => {
  const story = traded()
  story.order('mina buys 1 GOLD at 105')
  const marketPriceOnWire = BigInt(marketPrice) * 100_000_000n
  expect(story.oco(sentence)).toEqual({ kind: 'refused', code: 'OCO_PRICES_INVALID', marketPrice: marketPriceOnWire })
  expect(story.purse('ali')).toBe('1000 TOMAN, 10 GOLD')
})

test('before the first trade of a market its two prices are compared with each other', () => {
  const story = new EngineStory()
  story.gives('ali', '10 GOLD')
  expect(story.oco('ali sells 1 GOLD at 90 or at 88 once 90')).toEqual({ kind: 'refused', code: 'OCO_PRICES_INVALID' })
  expect(story.oco('ali sells 1 GOLD at 91 or at 88 once 90')).toMatchObject({ status: 'IS_OPEN' })
})
