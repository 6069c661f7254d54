import { expect, test } from 'vitest'
import { EngineStory } from '#tests/builders/engine-story.ts'

/** The last trade was at 100; 500 are for sale at 101. */
function traded(): EngineStory {
  const story = new EngineStory()
  for (const who of ['ali', 'sara', 'mina']) story.gives(who, '1000000 TOMAN', '10000 GOLD')
  story.order('sara sells 1 GOLD at 100')
  story.order('mina buys 1 GOLD at 100')
  story.order('sara sells 500 GOLD at 101')
  return story
}

const BOOK = '\n  sell 101: 500 (sara 500)\n'

test('a stop whose price is reached already is filled wholly or refused, where it says so', () => {
  const story = traded()
  const terms = { timeInForce: 'FOK' } as const
  expect(story.order('ali buys 1000 GOLD at 102 once 100', { terms })).toEqual({
    kind: 'refused',
    code: 'FILL_OR_KILL_NOT_FILLABLE',
  })
  expect(story.purse('ali')).toBe('1000000 TOMAN, 10000 GOLD')
  expect(story.book()).toBe(BOOK)
  expect(story.order('ali buys 500 GOLD at 102 once 100', { terms })).toMatchObject({ executed: 500_000_000n })
})

test('a stop whose price is reached already never trades at once, where it says so', () => {
  const story = traded()
  const terms = { postOnly: true }
  expect(story.order('ali buys 1 GOLD at 101 once 100', { terms })).toEqual({
    kind: 'refused',
    code: 'POST_ONLY_WOULD_TRADE',
  })
  expect(story.book()).toBe(BOOK)
  expect(story.order('ali buys 1 GOLD at 100.5 once 100', { terms })).toMatchObject({ status: 'IS_OPEN', executed: 0n })
})

test('a stop whose price is reached already and that finds nothing to trade at once is refused, where it had to', () => {
  const story = traded()
  const terms = { timeInForce: 'IOC' } as const
  expect(story.order('ali buys 1 GOLD at 100.5 once 100', { terms })).toEqual({ kind: 'refused', code: 'NO_LIQUIDITY' })
  expect(story.order('ali buys 600 GOLD at 101 once 100', { terms })).toMatchObject({
    status: 'FINISHED_WITH_TRANSACTION',
    executed: 500_000_000n,
  })
})

test('the same key may be sent again after such a refusal, and is checked anew', () => {
  const story = traded()
  const asked = () =>
    story.order('ali buys 600 GOLD at 102 once 100', { key: 'one-key', terms: { timeInForce: 'FOK' } })
  expect(asked()).toMatchObject({ code: 'FILL_OR_KILL_NOT_FILLABLE' })
  story.order('sara sells 100 GOLD at 102')
  expect(asked()).toMatchObject({ executed: 600_000_000n })
})

test('what the book says of a stop that enters it at once comes before what the purse says', () => {
  const story = traded()
  const asked = 'ali buys 100000 GOLD at 102 once 100'
  expect(story.order(asked, { terms: { timeInForce: 'FOK' } })).toMatchObject({ code: 'FILL_OR_KILL_NOT_FILLABLE' })
  expect(story.order(asked)).toMatchObject({ code: 'NOT_ENOUGH_BALANCE' })
})

test('a stop that waits is not checked against the book before it is triggered, and then ends without a trade by its terms', () => {
  const story = traded()
  for (const terms of [{ timeInForce: 'FOK' }, { timeInForce: 'IOC' }, { postOnly: true }] as const)
    expect(story.order('ali sells 1000 GOLD at 90 once 95', { terms })).toMatchObject({ status: 'PENDING' })
  story.order('mina buys 1 GOLD at 95')
  story.order('mina buys 10 GOLD at 94')
  story.order('sara sells 1 GOLD at 95')
  // The second sold ten at 94; the third found no counterparty and is on the book.
  expect([4, 5, 6].map((id) => story.statusOf(id))).toEqual([
    'FINISHED_WITHOUT_TRANSACTION',
    'FINISHED_WITH_TRANSACTION',
    'IS_OPEN',
  ])
})
