import { expect, test } from 'vitest'
import { nextExpiry } from '#server/engine/book.ts'
import { EngineStory } from '#tests/builders/engine-story.ts'

/** Later than every time in these stories. */
const END = 1_900_000_000_000

function funded(): EngineStory {
  const story = new EngineStory()
  for (const who of ['ali', 'sara']) story.gives(who, '1000 TOMAN', '10 GOLD')
  return story
}

test('an order ends at its second and not before; what it held is free', () => {
  const story = funded()
  story.order('ali buys 2 GOLD at 100', { terms: { expiresAt: END + 5_000 } })
  expect(story.expire(END + 4_999)).toEqual({ kind: 'expired', count: 0 })
  expect(story.expire(END + 5_000)).toEqual({ kind: 'expired', count: 1 })
  expect(story.statusOf(1)).toBe('EXPIRED')
  expect(story.purse('ali')).toBe('1000 TOMAN, 10 GOLD')
  expect(story.book()).toBe('\n  (empty)\n')
  expect(story.expire(END + 5_000)).toEqual({ kind: 'expired', count: 0 })
})

test('an order whose time has come already is refused, and trades with nobody', () => {
  const story = funded()
  story.order('sara sells 1 GOLD at 100')
  expect(story.order('ali buys 2 GOLD at 100', { terms: { expiresAt: 1 } })).toMatchObject({ code: 'EXPIRY_IN_PAST' })
  expect(story.purse('ali')).toBe('1000 TOMAN, 10 GOLD')
  expect(story.journal.trades).toEqual([])
})

test('time never goes back: an order that has waited is refused where its end came meanwhile', () => {
  const story = funded()
  story.expire(END)
  expect(story.order('ali buys 2 GOLD at 100', { terms: { expiresAt: END - 1 } })).toMatchObject({
    code: 'EXPIRY_IN_PAST',
  })
  story.order('ali buys 2 GOLD at 100', { terms: { expiresAt: END + 1 } })
  expect([...story.journal.orders]).toMatchObject([{ createdAt: END }])
})

test('what was traded before stays; the rest ends', () => {
  const story = funded()
  story.order('ali buys 2 GOLD at 100', { terms: { expiresAt: END + 5_000 } })
  story.order('sara sells 0.5 GOLD at 100')
  story.expire(END + 5_000)
  expect(story.statusOf(1)).toBe('EXPIRED')
  expect(story.purse('ali')).toBe('950 TOMAN, 10.498 GOLD')
})

test('a stop ends while it waits, and after it was triggered', () => {
  const story = funded()
  story.order('ali buys 1 GOLD at 120 once 110', { terms: { expiresAt: END + 5_000 } })
  story.order('ali buys 1 GOLD at 90 once 105', { terms: { expiresAt: END + 6_000 } })
  story.order('ali sells 1 GOLD at 105')
  story.order('sara buys 1 GOLD at 105')
  expect([1, 2].map((id) => story.statusOf(id))).toEqual(['PENDING', 'IS_OPEN'])
  expect(story.expire(END + 6_000)).toEqual({ kind: 'expired', count: 2 })
  expect([1, 2].map((id) => story.statusOf(id))).toEqual(['EXPIRED', 'EXPIRED'])
})

test('the earliest end first, those of one second in order of arrival, and no more than asked for', () => {
  const story = funded()
  for (const expiresAt of [END + 7_000, END + 5_000, END + 6_000, END + 5_000])
    story.order('ali buys 1 GOLD at 10', { terms: { expiresAt } })
  expect(story.expire(END + 9_000, 3)).toEqual({ kind: 'expired', count: 3 })
  const ended = story.journal.entries.filter(({ kind }) => kind === 'expire').map(({ reference }) => reference)
  expect(ended).toEqual(['order:2', 'order:4', 'order:3'])
  expect(nextExpiry(story.state.expiries)).toBe(END + 7_000)
})

test('an order that ended otherwise leaves nothing behind for its time', () => {
  const story = funded()
  story.order('ali buys 1 GOLD at 100', { terms: { expiresAt: END + 5_000 } })
  story.order('ali buys 1 GOLD at 100', { terms: { expiresAt: END + 6_000 } })
  story.cancel('ali', 1)
  story.order('sara sells 1 GOLD at 100')
  expect(nextExpiry(story.state.expiries)).toBeUndefined()
  expect(story.state.expiries.byTime.size).toBe(0)
})

/** Ali's order for 2 at 100 has expired, mina's for 1 at 99 has not; no command has ended an order yet. */
function overdue(): EngineStory {
  const story = funded()
  story.gives('mina', '1000 TOMAN', '10 GOLD')
  story.order('ali buys 2 GOLD at 100', { terms: { expiresAt: story.nextAt + 1 } })
  story.order('mina buys 1 GOLD at 99')
  return story
}

test('nobody trades with an order that has expired, though it was not ended yet', () => {
  const story = overdue()
  story.order('sara sells 3 GOLD at 98')
  expect(story.journal.trades).toMatchObject([{ makerOrderId: 2, amount: 1_000_000n }])
  expect(story.book()).toBe('\n  sell 98: 2 (sara 2)\n')
  expect([story.statusOf(1), story.purse('ali')]).toEqual(['IS_OPEN', '800 TOMAN, 200 TOMAN blocked, 10 GOLD'])
  expect(story.expire(END)).toEqual({ kind: 'expired', count: 1 })
  expect([story.statusOf(1), story.purse('ali')]).toEqual(['EXPIRED', '1000 TOMAN, 10 GOLD'])
})

test('what has expired is not counted for fill or kill, nor refuses an order that is post-only', () => {
  const story = overdue()
  expect(story.order('sara sells 2 GOLD at 98', { terms: { timeInForce: 'FOK' } })).toMatchObject({
    code: 'FILL_OR_KILL_NOT_FILLABLE',
  })
  expect(story.order('sara sells 1 GOLD at 99.5', { terms: { postOnly: true } })).toMatchObject({ status: 'IS_OPEN' })
  expect(story.order('sara sells 9 GOLD')).toMatchObject({ executed: 1_000_000n })
})

test('a stop that has expired is not triggered', () => {
  const story = funded()
  story.order('ali buys 1 GOLD at 120 once 105', { terms: { expiresAt: story.nextAt + 1 } })
  story.order('ali sells 1 GOLD at 105')
  story.order('sara buys 1 GOLD at 105')
  expect(story.statusOf(1)).toBe('PENDING')
  story.expire(END)
  expect(story.statusOf(1)).toBe('EXPIRED')
})

test('cancelling an order that has expired ends it as EXPIRED, and so says the repeat', () => {
  const story = overdue()
  const first = story.cancel('ali', 1, { key: 'cancel-1' })
  expect(first).toMatchObject({ kind: 'order', orderId: 1, status: 'EXPIRED' })
  expect(story.cancel('ali', 1, { key: 'cancel-1' })).toEqual(first)
  expect([story.statusOf(1), story.purse('ali')]).toEqual(['EXPIRED', '1000 TOMAN, 10 GOLD'])
  expect(story.expire(END)).toEqual({ kind: 'expired', count: 0 })
  expect(nextExpiry(story.state.expiries)).toBeUndefined()
})

test('cancelling all orders leaves those that have expired to their end', () => {
  const story = overdue()
  story.order('ali buys 1 GOLD at 98')
  expect(story.cancelAll('ali')).toEqual({ kind: 'cancelled', count: 1 })
  story.expire(END)
  expect([1, 3].map((id) => story.statusOf(id))).toEqual(['EXPIRED', 'CANCELLED_BY_USER'])
})

test('of thousands that expire in one instant each slice touches its own alone, and the book is rid of all at once', () => {
  const story = funded()
  story.gives('ali', '1000000000 TOMAN')
  for (let i = 0; i < 11_000; i++)
    story.order(`ali buys 1 GOLD at ${1 + (i % 700)}`, { terms: { expiresAt: END + 1_000 * (i % 2) } })
  story.order('ali buys 1 GOLD at 350')
  expect(story.expire(END + 1_000, 1_000)).toEqual({ kind: 'expired', count: 1_000 })
  expect(story.book()).toBe('\n  buy  350: 1 (ali 1)\n')
  for (let slice = 2; slice <= 11; slice++) {
    const { entries, postings } = story.journal
    const before = [entries.length, postings.length]
    story.expire(END + 1_000, 1_000)
    expect([entries.length - (before[0] ?? 0), postings.length - (before[1] ?? 0)]).toEqual([1_000, 2_000])
  }
  expect(story.expire(END + 1_000, 1_000)).toEqual({ kind: 'expired', count: 0 })
  const ended = story.journal.entries.filter(({ kind }) => kind === 'expire').map(({ reference }) => reference)
  const odd = Array.from({ length: 5_500 }, (_, i) => 1 + 2 * i)
  expect(ended).toEqual([...odd, ...odd.map((id) => id + 1)].map((id) => `order:${id}`))
})
