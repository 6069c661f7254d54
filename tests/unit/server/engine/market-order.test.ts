import { expect, test } from 'vitest'
import { EngineStory } from '#tests/builders/engine-story.ts'

/** The best price of 100, a price within the band of 5 %, one on its edge, and one beyond. */
function asks(): EngineStory {
  const story = new EngineStory()
  story.gives('sara', '10 GOLD')
  for (const at of ['100', '104', '105', '105.00000001']) story.order(`sara sells 1 GOLD at ${at}`)
  return story
}

test('a market order walks to the edge of the protection band and no further; the rest is dropped', () => {
  const story = asks()
  story.gives('ali', '1000 TOMAN')
  expect(story.order('ali buys 4 GOLD')).toMatchObject({
    status: 'FINISHED_WITH_TRANSACTION',
    executed: 3_000_000n,
    executedValue: 309_000_000n,
  })
  expect(story.purse('ali')).toBe('691 TOMAN, 2.988 GOLD')
  expect(story.book()).toBe('\n  sell 105.00000001: 1 (sara 1)\n')
})

test('a market order to sell walks down to the edge of the band', () => {
  const story = new EngineStory()
  story.gives('ali', '1000 TOMAN')
  story.gives('sara', '10 GOLD')
  for (const at of ['100', '95', '94.99999999']) story.order(`ali buys 1 GOLD at ${at}`)
  expect(story.order('sara sells 3 GOLD')).toMatchObject({ executed: 2_000_000n, executedValue: 195_000_000n })
  expect(story.purse('sara')).toBe('194.22 TOMAN, 8 GOLD')
  expect(story.book()).toBe('\n  buy  94.99999999: 1 (ali 1)\n')
})

test('a market order on an empty side finds no liquidity', () => {
  const story = asks()
  expect(story.order('sara sells 1 GOLD')).toEqual({ kind: 'refused', code: 'NO_LIQUIDITY' })
})

test('a market order to buy must be able to pay all that it would fill', () => {
  const story = asks()
  story.gives('ali', '203.999999 TOMAN')
  expect(story.order('ali buys 2 GOLD')).toEqual({ kind: 'refused', code: 'NOT_ENOUGH_BALANCE' })
  story.gives('ali', '0.000001 TOMAN')
  expect(story.order('ali buys 2 GOLD')).toMatchObject({ status: 'FINISHED_WITH_TRANSACTION' })
  expect(story.purse('ali')).toBe('1.992 GOLD')
})

test('nobody sells more at the market than is available, even where the book would not take it', () => {
  const story = new EngineStory()
  story.gives('ali', '1000 TOMAN')
  story.gives('sara', '2 GOLD')
  story.order('ali buys 1 GOLD at 100')
  expect(story.order('sara sells 3 GOLD')).toEqual({ kind: 'refused', code: 'NOT_ENOUGH_BALANCE' })
})

test('a market order stops before an order of the same user', () => {
  const story = asks()
  story.gives('sara', '1000 TOMAN')
  story.gives('reza', '1 GOLD')
  story.order('reza sells 1 GOLD at 99')
  expect(story.order('sara buys 2 GOLD')).toMatchObject({ status: 'FINISHED_WITH_TRANSACTION', executed: 1_000_000n })
})
