import { describe, expect, test } from 'vitest'
import type { Result } from '#server/engine/commands.ts'
import { EngineStory } from '#tests/builders/engine-story.ts'

const idOf = (result: Result) => (result.kind === 'order' ? result.orderId : 0)

describe('what an order blocks', () => {
  test('a limit order to buy blocks its value, one to sell its amount', () => {
    const story = new EngineStory()
    story.gives('ali', '1000 TOMAN')
    story.gives('sara', '5 GOLD')
    story.order('ali buys 2 GOLD at 99.5')
    story.order('sara sells 2 GOLD at 120')
    expect(story.purse('ali')).toBe('801 TOMAN, 199 TOMAN blocked')
    expect(story.purse('sara')).toBe('3 GOLD, 2 GOLD blocked')
  })

  test('a hold is rounded up, and what the fills did not need of it comes back with the last one', () => {
    const story = new EngineStory()
    story.gives('ali', '1 TOMAN')
    story.gives('sara', '1 GOLD')
    // 3 units at 0.5 units each cost 1.5: two are blocked, and two fills pay one each.
    story.order('ali buys 0.000003 GOLD at 0.5')
    expect(story.purse('ali')).toBe('0.999998 TOMAN, 0.000002 TOMAN blocked')
    story.order('sara sells 0.000002 GOLD at 0.5')
    expect(story.purse('ali')).toBe('0.999998 TOMAN, 0.000001 TOMAN blocked, 0.000002 GOLD')
    story.order('sara sells 0.000001 GOLD at 0.5')
    expect(story.purse('ali')).toBe('0.999999 TOMAN, 0.000003 GOLD')
  })

  test('a buyer who meets a better price pays that, and blocks the limit for the rest', () => {
    const story = new EngineStory()
    story.gives('ali', '1000 TOMAN')
    story.gives('sara', '1 GOLD')
    story.order('sara sells 1 GOLD at 90')
    story.order('ali buys 3 GOLD at 100')
    expect(story.purse('ali')).toBe('710 TOMAN, 200 TOMAN blocked, 0.996 GOLD')
  })

  test('cancelling returns the unfilled hold, once, and only to its user', () => {
    const story = new EngineStory()
    story.gives('ali', '1000 TOMAN')
    story.gives('sara', '1 GOLD')
    const id = idOf(story.order('ali buys 3 GOLD at 100'))
    story.order('sara sells 1 GOLD at 100')
    expect(story.cancel('sara', id)).toEqual({ kind: 'refused', code: 'ORDER_NOT_OPEN' })
    expect(story.cancel('ali', id)).toMatchObject({ status: 'CANCELLED_BY_USER', executed: 1_000_000n })
    expect(story.purse('ali')).toBe('900 TOMAN, 0.996 GOLD')
    expect(story.cancel('ali', id)).toEqual({ kind: 'refused', code: 'ORDER_NOT_OPEN' })
    expect(story.purse('ali')).toBe('900 TOMAN, 0.996 GOLD')
  })

  test('an order beyond the balance is refused and leaves no trace', () => {
    const story = new EngineStory()
    story.gives('ali', '100 TOMAN')
    story.gives('sara', '1 GOLD')
    const before = structuredClone(story.journal)
    expect(story.order('ali buys 1 GOLD at 100.00000001')).toEqual({ kind: 'refused', code: 'NOT_ENOUGH_BALANCE' })
    expect(story.order('sara sells 1.000001 GOLD at 1')).toEqual({ kind: 'refused', code: 'NOT_ENOUGH_BALANCE' })
    expect(story.journal).toEqual(before)
    expect(story.order('ali buys 1 GOLD at 100')).toMatchObject({ status: 'IS_OPEN' })
  })

  test('a market whose quote coin is finer than its prices counts as exactly', () => {
    const story = new EngineStory()
    story.gives('ali', '10 DUST')
    story.gives('sara', '7 CAMEL')
    story.order('sara sells 7 CAMEL at 0.00000003 for DUST')
    story.order('ali buys 3 CAMEL at 0.00000004 for DUST')
    expect(story.purse('ali')).toBe('3 CAMEL, 9.99999991 DUST')
    expect(story.purse('sara')).toBe('4 CAMEL blocked, 0.00000008964 DUST')
    expect(story.purse('fees')).toBe('0.00000000036 DUST')
  })
})

describe('fees', () => {
  test('each party pays its fee from what it receives, rounded down', () => {
    const story = new EngineStory()
    story.gives('ali', '1000 TOMAN')
    story.gives('sara', '1 GOLD')
    story.order('sara sells 1 GOLD at 100')
    story.order('ali buys 1 GOLD at 100')
    expect(story.purse('ali')).toBe('900 TOMAN, 0.996 GOLD')
    expect(story.purse('sara')).toBe('99.6 TOMAN')
    expect(story.purse('fees')).toBe('0.4 TOMAN, 0.004 GOLD')
    expect(story.journal.trades).toMatchObject([{ takerFee: 4_000n, makerFee: 400_000n, value: 100_000_000n }])
  })

  test('a fee below one unit is none', () => {
    const story = new EngineStory()
    story.gives('ali', '1 TOMAN')
    story.gives('sara', '1 GOLD')
    story.order('sara sells 0.000249 GOLD at 1')
    story.order('ali buys 0.000249 GOLD at 1')
    expect(story.purse('ali')).toBe('0.999751 TOMAN, 0.000249 GOLD')
    expect(story.purse('fees')).toBe('')
  })

  test('an order adds up its fees over all its fills', () => {
    const story = new EngineStory()
    story.gives('ali', '1000 TOMAN')
    story.gives('sara', '3 GOLD')
    for (const at of [100, 101, 102]) story.order(`sara sells 1 GOLD at ${at}`)
    expect(story.order('ali buys 3 GOLD at 110')).toMatchObject({
      status: 'FINISHED_WITH_TRANSACTION',
      executedValue: 303_000_000n,
      wage: 12_000n,
    })
  })
})
