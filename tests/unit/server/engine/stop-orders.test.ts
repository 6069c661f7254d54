import { expect, test } from 'vitest'
import { EngineStory } from '#tests/builders/engine-story.ts'

/** Four people with enough of both coins, and a first trade at 100. */
function traded(): EngineStory {
  const story = new EngineStory()
  for (const who of ['ali', 'sara', 'reza', 'mina']) story.gives(who, '10000 TOMAN', '100 GOLD')
  story.order('sara sells 1 GOLD at 100')
  story.order('mina buys 1 GOLD at 100')
  return story
}

test('a stop holds its funds while it waits, and is not on the book', () => {
  const story = new EngineStory()
  story.gives('ali', '1000 TOMAN')
  expect(story.order('ali buys 2 GOLD at 110 once 105')).toMatchObject({ status: 'PENDING', executed: 0n })
  expect(story.purse('ali')).toBe('780 TOMAN, 220 TOMAN blocked')
  expect(story.book()).toBe('\n  (empty)\n')
})

test('a stop needs its funds when it is placed', () => {
  const story = new EngineStory()
  story.gives('ali', '219 TOMAN')
  expect(story.order('ali buys 2 GOLD at 110 once 105')).toEqual({ kind: 'refused', code: 'NOT_ENOUGH_BALANCE' })
})

test('a stop to buy meets the book once the market has traded at its price or above', () => {
  const story = traded()
  story.order('ali buys 2 GOLD at 110 once 105')
  story.order('sara sells 1 GOLD at 104.99')
  story.order('mina buys 1 GOLD')
  expect(story.statusOf(3)).toBe('PENDING')
  story.order('sara sells 1 GOLD at 105')
  story.order('mina buys 1 GOLD')
  expect(story.statusOf(3)).toBe('IS_OPEN')
  expect(story.book()).toBe('\n  buy  110: 2 (ali 2)\n')
  expect(story.purse('ali')).toBe('9780 TOMAN, 220 TOMAN blocked, 100 GOLD')
})

test('a stop to sell meets the book once the market has traded at its price or below', () => {
  const story = traded()
  story.order('ali sells 2 GOLD at 90 once 95')
  story.order('sara buys 1 GOLD at 95')
  story.order('reza buys 1 GOLD at 94')
  story.order('mina sells 1 GOLD')
  expect(story.statusOf(3)).toBe('IS_OPEN')
  expect(story.book()).toBe('\n  sell 90: 1 (ali 1)\n')
})

test('a stop whose price has been reached already meets the book at once', () => {
  const story = traded()
  story.order('sara sells 1 GOLD at 101')
  expect(story.order('ali buys 1 GOLD at 102 once 100')).toMatchObject({
    status: 'FINISHED_WITH_TRANSACTION',
    executedValue: 101_000_000n,
  })
  expect(story.order('ali sells 1 GOLD at 99 once 102')).toMatchObject({ status: 'IS_OPEN' })
  expect(story.order('ali sells 1 GOLD at 99 once 98')).toMatchObject({ status: 'PENDING' })
})

test('stops that one trade triggers come in the order in which they were placed, whatever their prices', () => {
  const story = traded()
  story.order('ali buys 1 GOLD at 130 once 106')
  story.order('reza buys 1 GOLD at 130 once 105')
  story.order('ali buys 1 GOLD at 130 once 104')
  story.order('sara sells 1 GOLD at 110')
  story.order('mina buys 1 GOLD')
  expect(story.book()).toBe('\n  buy  130: 3 (ali 1, reza 1, ali 1)\n')
})

test('stops trigger each other within one command: a chain runs to its end', () => {
  const story = traded()
  for (const at of ['110', '120', '130']) story.order(`sara sells 1 GOLD at ${at}`)
  story.order('reza buys 1 GOLD at 130 once 120')
  story.order('ali buys 1 GOLD at 120 once 110')
  story.order('ali sells 1 GOLD at 100 once 90')
  expect(story.order('mina buys 1 GOLD at 110')).toMatchObject({ status: 'FINISHED_WITH_TRANSACTION' })
  expect(story.journal.trades.slice(1).map(({ takerOrderId, unitPrice }) => [takerOrderId, unitPrice])).toEqual([
    [9, 11_000_000_000n],
    [7, 12_000_000_000n],
    [6, 13_000_000_000n],
  ])
  expect(story.statusOf(8)).toBe('PENDING')
})

test('a price that a walk through the book only touched triggers the stops that waited for it', () => {
  const story = traded()
  for (const at of ['96', '104']) story.order(`sara sells 1 GOLD at ${at}`)
  story.order('ali sells 1 GOLD at 90 once 97')
  story.order('mina buys 2 GOLD')
  expect(story.statusOf(5)).toBe('IS_OPEN')
})

test('a triggered stop is behind the orders that were on the book before it', () => {
  const story = traded()
  story.order('ali buys 1 GOLD at 103 once 105')
  story.order('reza buys 1 GOLD at 103')
  story.order('sara sells 1 GOLD at 105')
  story.order('mina buys 1 GOLD at 105')
  expect(story.book()).toBe('\n  buy  103: 2 (reza 1, ali 1)\n')
})

test('a stop that waits can be cancelled; what it held is free', () => {
  const story = traded()
  story.order('ali buys 2 GOLD at 110 once 105')
  expect(story.cancel('ali', 3)).toMatchObject({ status: 'CANCELLED_BY_USER' })
  expect(story.purse('ali')).toBe('10000 TOMAN, 100 GOLD')
  expect(story.cancel('ali', 3)).toMatchObject({ code: 'ORDER_NOT_OPEN' })
  story.order('sara sells 1 GOLD at 110')
  story.order('mina buys 1 GOLD at 110')
  expect(story.statusOf(3)).toBe('CANCELLED_BY_USER')
})

test('the terms of a stop are checked when it is triggered: it ends without a trade and gives back what it held', () => {
  const story = traded()
  story.order('ali buys 2 GOLD at 110 once 105', { terms: { timeInForce: 'FOK' } })
  story.order('ali buys 2 GOLD at 110 once 105', { terms: { postOnly: true } })
  story.order('ali buys 2 GOLD at 110 once 105', { terms: { timeInForce: 'IOC' } })
  story.order('sara sells 1 GOLD at 105')
  story.order('sara sells 1 GOLD at 109')
  story.order('mina buys 1 GOLD')
  expect([3, 4, 5].map((id) => story.statusOf(id))).toEqual([
    'FINISHED_WITHOUT_TRANSACTION',
    'FINISHED_WITHOUT_TRANSACTION',
    'FINISHED_WITH_TRANSACTION',
  ])
  expect(story.purse('ali')).toBe('9891 TOMAN, 100.996 GOLD')
})
