import { expect, test } from 'vitest'
import { amount } from '#domain/units.ts'
import { credit } from '#tests/builders/commands.ts'
import { EngineStory } from '#tests/builders/engine-story.ts'

test('what a user receives from outside is owed by the source it came through', () => {
  const story = new EngineStory()
  story.gives('ali', '1000 TOMAN', '2 GOLD')
  story.stocks('5 GOLD')
  expect(story.purse('ali')).toBe('1000 TOMAN, 2 GOLD')
  expect(story.purse('gateway')).toBe('-1000 TOMAN')
  expect(story.purse('chain')).toBe('-2 GOLD')
  expect(story.purse('owners')).toBe('-5 GOLD')
})

test('a credit that no balance could hold is refused, and nothing is moved', () => {
  const story = new EngineStory()
  const given = { key: 'too-much', at: 1_900_000_000_000 }
  const most = amount(10n ** 38n - 1n)
  expect(story.apply({ ...credit('ali', '1 GOLD', given), amount: amount(most + 1n) })).toEqual({
    kind: 'refused',
    code: 'AMOUNT_IS_HIGH',
  })
  expect(story.purse('chain')).toBe('')
  expect(story.apply({ ...credit('ali', '1 GOLD', given), amount: most })).toMatchObject({ kind: 'moved' })
  // The source's debt cannot become larger, either.
  const more = { ...credit('sara', '1 GOLD', { ...given, key: 'one-more' }), amount: amount(1n) }
  expect(story.apply(more)).toMatchObject({ code: 'AMOUNT_IS_HIGH' })
})

test('held money is blocked, and comes back when it is released', () => {
  const story = new EngineStory()
  story.gives('ali', '2 GOLD')
  story.hold('ali', '1.5 GOLD', 'withdrawal/1')
  expect(story.purse('ali')).toBe('0.5 GOLD, 1.5 GOLD blocked')
  expect(story.order('ali sells 1 GOLD at 100')).toMatchObject({ code: 'NOT_ENOUGH_BALANCE' })
  story.end('ali', 'release', 'withdrawal/1')
  expect(story.purse('ali')).toBe('2 GOLD')
})

test('settled money leaves through its source', () => {
  const story = new EngineStory()
  story.gives('ali', '2 GOLD')
  story.hold('ali', '1.5 GOLD', 'withdrawal/1')
  story.end('ali', 'settle', 'withdrawal/1')
  expect(story.purse('ali')).toBe('0.5 GOLD')
  expect(story.purse('chain')).toBe('-0.5 GOLD')
})

test('a hold ends once, and only by its user', () => {
  const story = new EngineStory()
  story.gives('ali', '2 GOLD')
  story.hold('ali', '1 GOLD', 'withdrawal/1')
  expect(story.end('sara', 'release', 'withdrawal/1')).toEqual({ kind: 'refused', code: 'HOLD_NOT_FOUND' })
  expect(story.end('ali', 'settle', 'withdrawal/2')).toEqual({ kind: 'refused', code: 'HOLD_NOT_FOUND' })
  story.end('ali', 'settle', 'withdrawal/1')
  expect(story.end('ali', 'release', 'withdrawal/1')).toEqual({ kind: 'refused', code: 'HOLD_NOT_FOUND' })
  expect(story.purse('ali')).toBe('1 GOLD')
})

test('nobody sets aside more than is available', () => {
  const story = new EngineStory()
  story.gives('ali', '2 GOLD')
  story.order('ali sells 1 GOLD at 100')
  expect(story.hold('ali', '1.000001 GOLD', 'withdrawal/1')).toEqual({ kind: 'refused', code: 'NOT_ENOUGH_BALANCE' })
})

test('a second hold under a reference that is still held is a fault, not a hold', () => {
  const story = new EngineStory()
  story.gives('ali', '5 GOLD')
  story.hold('ali', '1 GOLD', 'withdrawal/1')
  expect(() => story.hold('ali', '2 GOLD', 'withdrawal/1')).toThrow('withdrawal/1')
  expect(story.purse('ali')).toBe('4 GOLD, 1 GOLD blocked')
})

test('a reference that was released and is held anew in one batch is written twice, which the database refuses', () => {
  const story = new EngineStory()
  story.gives('ali', '5 GOLD')
  story.hold('ali', '1 GOLD', 'withdrawal/1')
  story.end('ali', 'release', 'withdrawal/1')
  story.hold('ali', '2 GOLD', 'withdrawal/1')
  expect([...story.journal.holds].map(({ status }) => status)).toEqual(['RELEASED', 'HELD'])
})

test('money does not move backwards', () => {
  const story = new EngineStory()
  const backwards = { ...credit('ali', '1 GOLD', { key: 'key-1', at: 1 }), amount: amount(-1n) }
  expect(() => story.apply(backwards)).toThrow('-1')
  expect(story.purse('ali')).toBe('')
})
