import { describe, expect, test } from 'vitest'
import { EngineStory } from '#tests/builders/engine-story.ts'

function crowdedBook(): EngineStory {
  const story = new EngineStory()
  story.gives('ali', '10000 TOMAN')
  story.gives('sara', '100 GOLD')
  story.gives('reza', '100 GOLD')
  story.gives('mina', '10000 TOMAN')
  story.order('sara sells 2 GOLD at 101')
  story.order('reza sells 1 GOLD at 101')
  story.order('reza sells 3 GOLD at 103')
  story.order('sara sells 1 GOLD at 100')
  story.order('mina buys 2 GOLD at 98')
  story.order('ali buys 1 GOLD at 99')
  story.order('ali buys 4 GOLD at 98')
  return story
}

describe('price, then time', () => {
  test('orders that do not match are on the book by price, then by their time of arrival', () => {
    expect(crowdedBook().book()).toBe(`
  sell 103: 3 (reza 3)
  sell 101: 3 (sara 2, reza 1)
  sell 100: 1 (sara 1)
  buy  99: 1 (ali 1)
  buy  98: 6 (mina 2, ali 4)
`)
  })

  test('prices that a floating number could not tell apart are two levels, the better first', () => {
    const story = new EngineStory()
    story.gives('ali', '10000000000 TOMAN')
    story.gives('sara', '3 GOLD')
    for (const fraction of ['03', '01', '02', '03']) story.order(`ali buys 1 GOLD at 1000000000.000000${fraction}`)
    expect(story.book()).toBe(`
  buy  1000000000.00000003: 2 (ali 1, ali 1)
  buy  1000000000.00000002: 1 (ali 1)
  buy  1000000000.00000001: 1 (ali 1)
`)
    story.cancel('ali', 3)
    for (const fraction of ['05', '06', '04']) story.order(`sara sells 1 GOLD at 1000000000.000000${fraction}`)
    expect(story.book()).toBe(`
  sell 1000000000.00000006: 1 (sara 1)
  sell 1000000000.00000005: 1 (sara 1)
  sell 1000000000.00000004: 1 (sara 1)
  buy  1000000000.00000003: 2 (ali 1, ali 1)
  buy  1000000000.00000001: 1 (ali 1)
`)
  })

  test('a buyer meets the cheapest seller first, at the price of the order on the book, which then takes what is left', () => {
    const story = crowdedBook()
    const result = story.order('mina buys 5 GOLD at 102')
    expect(result).toMatchObject({
      kind: 'order',
      status: 'IS_OPEN',
      executed: 4_000_000n,
      executedValue: 403_000_000n,
    })
    expect(story.journal.trades.map(({ unitPrice, amount, makerUserId }) => [unitPrice, amount, makerUserId])).toEqual([
      [100_00000000n, 1_000_000n, 2],
      [101_00000000n, 2_000_000n, 2],
      [101_00000000n, 1_000_000n, 3],
    ])
    expect(story.book()).toBe(`
  sell 103: 3 (reza 3)
  buy  102: 1 (mina 1)
  buy  99: 1 (ali 1)
  buy  98: 6 (mina 2, ali 4)
`)
  })

  test('a seller meets the highest buyer first, and the older of two at one price', () => {
    const story = crowdedBook()
    story.order('reza sells 4 GOLD at 98')
    expect(story.book()).toBe(`
  sell 103: 3 (reza 3)
  sell 101: 3 (sara 2, reza 1)
  sell 100: 1 (sara 1)
  buy  98: 3 (ali 3)
`)
  })

  test('a partly filled order keeps its place; one that comes later at its price is behind it', () => {
    const story = crowdedBook()
    story.order('ali buys 1.5 GOLD at 101')
    story.order('sara sells 5 GOLD at 101')
    expect(story.book()).toBe(`
  sell 103: 3 (reza 3)
  sell 101: 7.5 (sara 1.5, reza 1, sara 5)
  buy  99: 1 (ali 1)
  buy  98: 6 (mina 2, ali 4)
`)
  })

  test('cancelling from the middle of a queue leaves the others in order', () => {
    const story = new EngineStory()
    for (const who of ['ali', 'sara', 'reza']) story.gives(who, '10 GOLD')
    const ids = ['ali', 'sara', 'reza'].map((who) => {
      const placed = story.order(`${who} sells 1 GOLD at 7`)
      return placed.kind === 'order' ? placed.orderId : 0
    })
    story.cancel('sara', ids[1] ?? 0)
    expect(story.book()).toBe('\n  sell 7: 2 (ali 1, reza 1)\n')
    story.cancel('ali', ids[0] ?? 0)
    story.cancel('reza', ids[2] ?? 0)
    expect(story.book()).toBe('\n  (empty)\n')
  })
})

describe('nobody trades with themselves', () => {
  test('the newer order is cancelled: what is left of it is dropped where it meets an order of the same user', () => {
    const story = crowdedBook()
    const result = story.order('sara buys 3 GOLD at 105')
    expect(result).toMatchObject({ code: 'NOT_ENOUGH_BALANCE' })
    story.gives('sara', '1000 TOMAN')
    expect(story.order('sara buys 3 GOLD at 105')).toMatchObject({ status: 'FINISHED_WITHOUT_TRANSACTION' })
    expect(story.order('reza buys 3 GOLD at 105')).toMatchObject({ code: 'NOT_ENOUGH_BALANCE' })
    story.gives('reza', '1000 TOMAN')
    expect(story.order('reza buys 5 GOLD at 105')).toMatchObject({
      status: 'FINISHED_WITH_TRANSACTION',
      executed: 3_000_000n,
    })
    expect(story.purse('reza')).toContain('698 TOMAN')
    expect(story.purse('reza')).not.toContain('TOMAN blocked')
  })

  test('an order that met only its own moves nothing and leaves no entry in the ledger', () => {
    const story = new EngineStory()
    story.gives('ali', '10 GOLD', '1000 TOMAN')
    story.order('ali sells 1 GOLD at 100')
    const entries = story.journal.entries.length
    story.order('ali buys 1 GOLD at 100')
    expect(story.journal.entries).toHaveLength(entries)
    expect(story.purse('ali')).toBe('1000 TOMAN, 9 GOLD, 1 GOLD blocked')
  })

  test('a market order against nothing but its own finds no liquidity', () => {
    const story = new EngineStory()
    story.gives('ali', '10 GOLD', '1000 TOMAN')
    story.order('ali sells 1 GOLD at 100')
    expect(story.order('ali buys 1 GOLD')).toEqual({ kind: 'refused', code: 'NO_LIQUIDITY' })
  })
})
