import { expect, test } from 'vitest'
import { nextExpiry } from '#server/engine/expiries.ts'
import { EngineStory } from '#tests/builders/engine-story.ts'

function funded(): EngineStory {
  const story = new EngineStory()
  for (const who of ['ali', 'sara']) story.gives(who, '1000 TOMAN', '10 GOLD')
  return story
}

test('an order ends at its second and not before; what it held is free', () => {
  const story = funded()
  story.order('ali buys 2 GOLD at 100', { terms: { expiresAt: 5_000 } })
  expect(story.expire(4_999)).toEqual({ kind: 'expired', count: 0 })
  expect(story.expire(5_000)).toEqual({ kind: 'expired', count: 1 })
  expect(story.statusOf(1)).toBe('EXPIRED')
  expect(story.purse('ali')).toBe('1000 TOMAN, 10 GOLD')
  expect(story.book()).toBe('\n  (empty)\n')
  expect(story.expire(5_000)).toEqual({ kind: 'expired', count: 0 })
})

test('what was traded before stays; the rest ends', () => {
  const story = funded()
  story.order('ali buys 2 GOLD at 100', { terms: { expiresAt: 5_000 } })
  story.order('sara sells 0.5 GOLD at 100')
  story.expire(5_000)
  expect(story.statusOf(1)).toBe('EXPIRED')
  expect(story.purse('ali')).toBe('950 TOMAN, 10.498 GOLD')
})

test('a stop ends while it waits, and after it was set off', () => {
  const story = funded()
  story.order('ali buys 1 GOLD at 120 once 110', { terms: { expiresAt: 5_000 } })
  story.order('ali buys 1 GOLD at 90 once 105', { terms: { expiresAt: 6_000 } })
  story.order('ali sells 1 GOLD at 105')
  story.order('sara buys 1 GOLD at 105')
  expect([1, 2].map((id) => story.statusOf(id))).toEqual(['PENDING', 'IS_OPEN'])
  expect(story.expire(6_000)).toEqual({ kind: 'expired', count: 2 })
  expect([1, 2].map((id) => story.statusOf(id))).toEqual(['EXPIRED', 'EXPIRED'])
})

test('the earliest end first, those of one second in order of arrival, and no more than asked for', () => {
  const story = funded()
  for (const expiresAt of [7_000, 5_000, 6_000, 5_000]) story.order('ali buys 1 GOLD at 10', { terms: { expiresAt } })
  expect(story.expire(9_000, 3)).toEqual({ kind: 'expired', count: 3 })
  const ended = story.journal.entries.filter(({ kind }) => kind === 'expire').map(({ cause }) => cause)
  expect(ended).toEqual([2, 4, 3])
  expect(nextExpiry(story.state.expiries)).toBe(7_000)
})

test('an order that ended otherwise leaves nothing behind for its time', () => {
  const story = funded()
  story.order('ali buys 1 GOLD at 100', { terms: { expiresAt: 5_000 } })
  story.order('ali buys 1 GOLD at 100', { terms: { expiresAt: 6_000 } })
  story.cancel('ali', 1)
  story.order('sara sells 1 GOLD at 100')
  expect(nextExpiry(story.state.expiries)).toBeUndefined()
  expect(story.state.expiries.byTime.size).toBe(0)
})
