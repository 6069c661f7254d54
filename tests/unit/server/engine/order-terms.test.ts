import { expect, test } from 'vitest'
import { EngineStory } from '#tests/builders/engine-story.ts'

/** Sara sells at 100 and at 102. */
function asks(): EngineStory {
  const story = new EngineStory()
  for (const who of ['ali', 'sara', 'reza']) story.gives(who, '10000 TOMAN', '100 GOLD')
  story.order('sara sells 1 GOLD at 100')
  story.order('sara sells 1 GOLD at 102')
  return story
}

test('immediate or cancel: what cannot be had at once is dropped', () => {
  const story = asks()
  expect(story.order('ali buys 3 GOLD at 101', { terms: { timeInForce: 'IOC' } })).toMatchObject({
    status: 'FINISHED_WITH_TRANSACTION',
    executed: 1_000_000n,
  })
  expect(story.purse('ali')).toBe('9900 TOMAN, 100.996 GOLD')
  expect(story.book()).toBe('\n  sell 102: 1 (sara 1)\n')
})

test('immediate or cancel with nothing to be had is refused', () => {
  const story = asks()
  expect(story.order('ali buys 3 GOLD at 99', { terms: { timeInForce: 'IOC' } })).toMatchObject({
    code: 'NO_LIQUIDITY',
  })
})

test('fill or kill: everything within the limit, or nothing', () => {
  const story = asks()
  const terms = { timeInForce: 'FOK' } as const
  expect(story.order('ali buys 2 GOLD at 101', { terms })).toEqual({
    kind: 'refused',
    code: 'FILL_OR_KILL_NOT_FILLABLE',
  })
  expect(story.order('ali buys 2.1 GOLD', { terms })).toMatchObject({ code: 'FILL_OR_KILL_NOT_FILLABLE' })
  expect(story.book()).toBe('\n  sell 102: 1 (sara 1)\n  sell 100: 1 (sara 1)\n')
  expect(story.order('ali buys 2 GOLD at 102', { terms })).toMatchObject({ executedValue: 202_000_000n })
})

test('fill or kill does not count an order of the same user that would end it', () => {
  const story = asks()
  story.order('ali sells 1 GOLD at 101')
  const asked = (selfTradePrevention: 'CANCEL_NEWER' | 'CANCEL_OLDER' | 'CANCEL_BOTH') =>
    story.order('ali buys 2 GOLD at 102', { terms: { timeInForce: 'FOK', selfTradePrevention } })
  expect(asked('CANCEL_NEWER')).toMatchObject({ code: 'FILL_OR_KILL_NOT_FILLABLE' })
  expect(asked('CANCEL_BOTH')).toMatchObject({ code: 'FILL_OR_KILL_NOT_FILLABLE' })
  expect(asked('CANCEL_OLDER')).toMatchObject({ executed: 2_000_000n })
})

test('post only: goes on the book, or is refused where it would trade', () => {
  const story = asks()
  const terms = { postOnly: true }
  expect(story.order('ali buys 1 GOLD at 100', { terms })).toEqual({ kind: 'refused', code: 'POST_ONLY_WOULD_TRADE' })
  expect(story.order('ali buys 1 GOLD at 99.99999999', { terms })).toMatchObject({ status: 'IS_OPEN' })
})

test('what the book says comes before what the purse says', () => {
  const story = asks()
  expect(story.order('reza buys 1000 GOLD at 100', { terms: { postOnly: true } })).toMatchObject({
    code: 'POST_ONLY_WOULD_TRADE',
  })
  expect(story.order('reza buys 1000 GOLD at 101', { warnsOfPrice: true })).toMatchObject({
    code: 'NOT_ENOUGH_BALANCE',
  })
})

test('the newer order is cancelled unless it says otherwise', () => {
  const story = asks()
  expect(story.order('sara buys 1 GOLD at 101')).toMatchObject({ status: 'FINISHED_WITHOUT_TRANSACTION' })
  expect(story.book()).toBe('\n  sell 102: 1 (sara 1)\n  sell 100: 1 (sara 1)\n')
})

test('the older order is cancelled: its hold is free, and the newer goes on', () => {
  const story = asks()
  expect(story.order('sara buys 1 GOLD at 101', { terms: { selfTradePrevention: 'CANCEL_OLDER' } })).toMatchObject({
    status: 'IS_OPEN',
  })
  expect(story.statusOf(1)).toBe('FINISHED_WITHOUT_TRANSACTION')
  expect(story.book()).toBe('\n  sell 102: 1 (sara 1)\n  buy  101: 1 (sara 1)\n')
  expect(story.purse('sara')).toBe('9899 TOMAN, 101 TOMAN blocked, 99 GOLD, 1 GOLD blocked')
})

test('both orders are cancelled', () => {
  const story = asks()
  expect(story.order('sara buys 1 GOLD at 101', { terms: { selfTradePrevention: 'CANCEL_BOTH' } })).toMatchObject({
    status: 'FINISHED_WITHOUT_TRANSACTION',
  })
  expect(story.statusOf(1)).toBe('FINISHED_WITHOUT_TRANSACTION')
  expect(story.book()).toBe('\n  sell 102: 1 (sara 1)\n')
})

const WARNING = 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER'

test('a limit worse than the other side by more than a tenth is warned of, and places nothing', () => {
  const story = asks()
  expect(story.order('ali buys 1 GOLD at 110.00000001', { warnsOfPrice: true })).toEqual({
    kind: 'refused',
    code: WARNING,
    marketPrice: 10_000_000_000n,
  })
  expect(story.purse('ali')).toBe('10000 TOMAN, 100 GOLD')
  expect(story.order('ali buys 1 GOLD at 110', { warnsOfPrice: true })).toMatchObject({ executedValue: 100_000_000n })
})

test('without another side the last trade is the market; without any trade there is none', () => {
  const story = asks()
  expect(story.order('ali sells 1 GOLD at 0.00000001', { warnsOfPrice: true })).toMatchObject({ status: 'IS_OPEN' })
  story.cancel('ali', 3)
  story.order('ali buys 2 GOLD at 102')
  expect(story.order('ali sells 1 GOLD at 91.79', { warnsOfPrice: true })).toMatchObject({ code: WARNING })
  expect(story.order('ali sells 1 GOLD at 91.8', { warnsOfPrice: true })).toMatchObject({ status: 'IS_OPEN' })
})

test('an order that was warned of may be placed under the same key once it is forced', () => {
  const story = asks()
  expect(story.order('ali buys 1 GOLD at 150', { key: 'one-key', warnsOfPrice: true })).toMatchObject({ code: WARNING })
  const forced = story.order('ali buys 1 GOLD at 150', { key: 'one-key' })
  expect(forced).toMatchObject({ status: 'FINISHED_WITH_TRANSACTION' })
  expect(story.order('ali buys 1 GOLD at 150', { key: 'one-key', warnsOfPrice: true })).toEqual(forced)
})
