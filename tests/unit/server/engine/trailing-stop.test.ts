import { expect, test } from 'vitest'
import { commitEventOf } from '#server/exchange/commit-feed.ts'
import { EngineStory } from '#tests/builders/engine-story.ts'
import { priceOf } from '#tests/builders/quantities.ts'

/** Four people with enough of both coins, and a first trade at 100: the next order is the third. */
function traded(): EngineStory {
  const story = new EngineStory()
  for (const who of ['ali', 'sara', 'reza', 'mina']) story.gives(who, '10000 TOMAN', '100 GOLD')
  trade(story, '100')
  return story
}

/** A trade at this price, made by an order to buy, or to sell. */
function trade(story: EngineStory, at: string, taker: 'buys' | 'sells' = 'buys'): void {
  story.order(`sara ${taker === 'buys' ? 'sells' : 'buys'} 1 GOLD at ${at}`)
  story.order(`mina ${taker} 1 GOLD at ${at}`)
}

const trailing = (distance: string) => ({ terms: { trailingDistance: priceOf(distance) } })
const pricesOf = (story: EngineStory, orderId: number) => {
  const order = [...story.journal.orders].find(({ id }) => id === orderId)
  return [order?.terms.stopPrice, order?.unitPrice]
}
const prices = (...all: string[]) => all.map(priceOf)

test('a trailing stop to sell rises with the market and never falls, its limit with it', () => {
  const story = traded()
  story.order('ali sells 2 GOLD at 90 once 95', trailing('5'))
  trade(story, '104')
  expect(pricesOf(story, 3)).toEqual(prices('99', '94'))
  trade(story, '100', 'sells')
  expect(pricesOf(story, 3)).toEqual(prices('99', '94'))
  expect(story.statusOf(3)).toBe('PENDING')
  story.order('reza buys 1 GOLD at 95')
  trade(story, '99', 'sells')
  expect(story.statusOf(3)).toBe('IS_OPEN')
  expect(story.book()).toBe('\n  sell 94: 1 (ali 1)\n')
})

test('a trailing stop to buy falls with the market, and its hold stays until it is triggered', () => {
  const story = traded()
  story.order('ali buys 2 GOLD at 110 once 105', trailing('5'))
  trade(story, '90', 'sells')
  expect(pricesOf(story, 3)).toEqual(prices('95', '100'))
  expect(story.purse('ali')).toBe('9780 TOMAN, 220 TOMAN blocked, 100 GOLD')
  trade(story, '95')
  expect(story.statusOf(3)).toBe('IS_OPEN')
  expect(story.book()).toBe('\n  buy  100: 2 (ali 2)\n')
  expect(story.purse('ali')).toBe('9800 TOMAN, 200 TOMAN blocked, 100 GOLD')
})

test('it begins as its order says, however far the market is', () => {
  const story = traded()
  story.order('ali sells 1 GOLD at 80 once 80', trailing('5'))
  expect(pricesOf(story, 3)).toEqual(prices('80', '80'))
})

test('one order that falls through the book raises the stop at its first price and triggers it at its last', () => {
  const story = traded()
  story.order('ali sells 1 GOLD at 90 once 95', trailing('5'))
  story.order('sara buys 1 GOLD at 110')
  story.order('reza buys 1 GOLD at 105')
  story.order('mina sells 2 GOLD at 105')
  expect(pricesOf(story, 3)).toEqual(prices('105', '100'))
  expect(story.statusOf(3)).toBe('IS_OPEN')
})

test('one order that rises through the book triggers the stop at its first price, and does not raise it before', () => {
  const story = traded()
  story.order('ali sells 1 GOLD at 90 once 95', trailing('5'))
  story.order('sara sells 1 GOLD at 95')
  story.order('reza sells 1 GOLD at 110')
  story.order('mina buys 2 GOLD at 110')
  expect(pricesOf(story, 3)).toEqual(prices('95', '90'))
  expect(story.statusOf(3)).toBe('IS_OPEN')
})

test('a cancelled one gives back its hold and follows no more; what moved is part of the commit', () => {
  const story = traded()
  story.order('ali buys 2 GOLD at 110 once 105', trailing('5'))
  trade(story, '90', 'sells')
  const { orders } = commitEventOf(story.journal, story.state, { epoch: 1n, number: 1, at: 0 })
  expect(orders.find(({ id }) => id === 3)).toMatchObject({ unitPrice: priceOf('100'), status: 'PENDING' })
  story.cancel('ali', 3)
  expect(story.purse('ali')).toBe('10000 TOMAN, 100 GOLD')
  trade(story, '80', 'sells')
  expect(pricesOf(story, 3)).toEqual(prices('95', '100'))
})

test('a limit on the wrong side of its stop price is refused, placed or amended', () => {
  const story = traded()
  const refusal = { kind: 'refused', code: 'TRAILING_LIMIT_INVALID' }
  expect(story.order('ali buys 1 GOLD at 104 once 105', trailing('5'))).toEqual(refusal)
  expect(story.order('ali sells 1 GOLD at 96 once 95', trailing('5'))).toEqual(refusal)
  story.order('ali buys 1 GOLD at 106 once 105', trailing('5'))
  expect(story.amend('ali', 3, { at: '104' })).toEqual(refusal)
  expect(story.amend('ali', 3, { at: '108', once: '107' })).toMatchObject({ status: 'PENDING' })
  trade(story, '101')
  expect(pricesOf(story, 3)).toEqual(prices('106', '107'))
})

test.each([
  { distance: '0.079', outcome: { kind: 'refused', code: 'TRAILING_DISTANCE_INVALID' } },
  { distance: '0.08', outcome: { status: 'PENDING' } },
  { distance: '40', outcome: { status: 'PENDING' } },
  { distance: '40.01', outcome: { kind: 'refused', code: 'TRAILING_DISTANCE_INVALID' } },
])('a distance of $distance from a stop price of 80: $outcome', ({ distance, outcome }) => {
  expect(traded().order('ali sells 1 GOLD at 79 once 80', trailing(distance))).toMatchObject(outcome)
})

test('a distance that the market has made small is kept by an amendment, unless it sets a stop price', () => {
  const story = traded()
  story.order('ali sells 1 GOLD at 90 once 90', trailing('0.09'))
  trade(story, '150')
  expect(pricesOf(story, 3)).toEqual(prices('149.91', '149.91'))
  expect(story.amend('ali', 3, { amount: '2' })).toMatchObject({ status: 'PENDING' })
  expect(story.amend('ali', 3, { once: '149' })).toEqual({ kind: 'refused', code: 'TRAILING_DISTANCE_INVALID' })
})
