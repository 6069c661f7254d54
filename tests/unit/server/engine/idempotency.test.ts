import { expect, test } from 'vitest'
import { EngineStory } from '#tests/builders/engine-story.ts'

function funded(): EngineStory {
  const story = new EngineStory()
  story.gives('ali', '1000 TOMAN')
  story.gives('sara', '10 GOLD')
  return story
}

const sizes = ({ journal, state }: EngineStory) => [
  journal.entries.length,
  journal.answers.length,
  journal.trades.length,
  state.nextOrderId,
]

test('a repeat is answered as the first time, even after the order has moved on, and changes nothing', () => {
  const story = funded()
  const first = story.order('ali buys 2 GOLD at 100', { key: 'intention-1' })
  expect(first).toMatchObject({ status: 'IS_OPEN', executed: 0n })
  story.order('sara sells 2 GOLD at 100')
  const before = sizes(story)
  expect(story.order('ali buys 2 GOLD at 100', { key: 'intention-1' })).toEqual(first)
  expect(sizes(story)).toEqual(before)
})

test('the same key for something else is refused', () => {
  const story = funded()
  story.order('ali buys 2 GOLD at 100', { key: 'intention-1' })
  const refusal = { kind: 'refused', code: 'IDEMPOTENCY_KEY_REUSED' }
  expect(story.order('ali buys 3 GOLD at 100', { key: 'intention-1' })).toEqual(refusal)
  expect(story.quick('ali buys 2 GOLD at 100', { key: 'intention-1' })).toEqual(refusal)
})

test('a key belongs to its user: the same one of another is another intention', () => {
  const story = funded()
  story.order('ali buys 2 GOLD at 100', { key: 'intention-1' })
  expect(story.order('sara sells 1 GOLD at 200', { key: 'intention-1' })).toMatchObject({ status: 'IS_OPEN' })
})

test('a refusal is not remembered: the same key may try again', () => {
  const story = funded()
  expect(story.order('ali buys 20 GOLD at 100', { key: 'intention-1' })).toMatchObject({ code: 'NOT_ENOUGH_BALANCE' })
  story.gives('ali', '1000 TOMAN')
  expect(story.order('ali buys 20 GOLD at 100', { key: 'intention-1' })).toMatchObject({ status: 'IS_OPEN' })
})

test('a halted market refuses an order, but never hides the answer of one that was placed before', () => {
  const story = funded()
  const refusal = { kind: 'refused', code: 'MARKET_IS_NOT_ACTIVE' }
  story.halt(true)
  expect(story.order('ali buys 2 GOLD at 100', { key: 'intention-1' })).toEqual(refusal)
  story.halt(false)
  const first = story.order('ali buys 2 GOLD at 100', { key: 'intention-1' })
  story.halt(true)
  expect(story.order('ali buys 2 GOLD at 100', { key: 'intention-1' })).toEqual(first)
  expect(story.order('ali buys 3 GOLD at 100', { key: 'intention-1' })).toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
  })
})
