import { expect, test } from 'vitest'
import { amount } from '#domain/units.ts'
import type { TransferFunds } from '#server/engine/commands.ts'
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
  story.release('ali', 'withdrawal/1')
  expect(story.purse('ali')).toBe('2 GOLD')
})

test('settled money leaves through its source', () => {
  const story = new EngineStory()
  story.gives('ali', '2 GOLD')
  story.hold('ali', '1.5 GOLD', 'withdrawal/1')
  story.settle('ali', 'withdrawal/1', { 'hot/ERC20': '1.5 GOLD' })
  expect(story.purse('ali')).toBe('0.5 GOLD')
  expect(story.purse('chain')).toBe('-0.5 GOLD')
})

test('a hold ends once, and only by its user', () => {
  const story = new EngineStory()
  story.gives('ali', '2 GOLD')
  story.hold('ali', '1 GOLD', 'withdrawal/1')
  expect(story.release('sara', 'withdrawal/1')).toEqual({ kind: 'refused', code: 'HOLD_NOT_FOUND' })
  expect(story.settle('ali', 'withdrawal/2', { 'hot/ERC20': '1 GOLD' })).toEqual({
    kind: 'refused',
    code: 'HOLD_NOT_FOUND',
  })
  story.settle('ali', 'withdrawal/1', { 'hot/ERC20': '1 GOLD' })
  expect(story.release('ali', 'withdrawal/1')).toEqual({ kind: 'refused', code: 'HOLD_NOT_FOUND' })
  expect(story.purse('ali')).toBe('1 GOLD')
})

test('a hold settles in parts: what was sent, what the network took, and the rest comes back', () => {
  const story = new EngineStory()
  story.gives('ali', '2 GOLD')
  story.hold('ali', '1.5 GOLD', 'withdrawal/1')
  story.settle('ali', 'withdrawal/1', { 'hot/ERC20': '1.2 GOLD', 'feesCharged/ERC20': '0.1 GOLD' }, 'released')
  expect(story.purse('ali')).toBe('0.7 GOLD')
  expect(story.purse('chain')).toBe('-0.8 GOLD')
  expect(story.purse('charged')).toBe('0.1 GOLD')
  const entry = story.journal.entries.at(-1)
  const postings = story.journal.postings.filter(({ seq }) => seq === entry?.seq)
  expect(entry?.kind).toBe('settle')
  expect(postings.map(({ amount }) => amount)).toEqual([-1_500_000n, 1_200_000n, 100_000n, 200_000n])
  expect([...story.journal.holds]).toMatchObject([{ status: 'SETTLED', amount: 1_500_000n, settled: 1_300_000n }])
  expect(story.release('ali', 'withdrawal/1')).toMatchObject({ code: 'HOLD_NOT_FOUND' })
})

test('parts may leave one after the other, and never more than is held', () => {
  const story = new EngineStory()
  story.gives('ali', '2 GOLD')
  story.hold('ali', '1.5 GOLD', 'withdrawal/1')
  expect(story.settle('ali', 'withdrawal/1', { 'hot/ERC20': '1 GOLD' })).toMatchObject({ kind: 'moved' })
  expect(story.purse('ali')).toBe('0.5 GOLD, 0.5 GOLD blocked')
  const over = { 'hot/ERC20': '0.4 GOLD', 'feesCharged/ERC20': '0.100001 GOLD' }
  expect(story.settle('ali', 'withdrawal/1', over)).toEqual({ kind: 'refused', code: 'HOLD_EXCEEDED' })
  expect(story.purse('ali')).toBe('0.5 GOLD, 0.5 GOLD blocked')
  expect(story.settle('ali', 'withdrawal/1', { 'feesCharged/ERC20': '0.5 GOLD' })).toMatchObject({ kind: 'moved' })
  expect(story.purse('ali')).toBe('0.5 GOLD')
  expect(story.settle('ali', 'withdrawal/1', {})).toMatchObject({ code: 'HOLD_NOT_FOUND' })
})

test('what is released after a settlement is the rest alone', () => {
  const story = new EngineStory()
  story.gives('ali', '2 GOLD')
  story.hold('ali', '2 GOLD', 'withdrawal/1')
  story.settle('ali', 'withdrawal/1', { 'cold/ERC20': '0.5 GOLD' })
  story.release('ali', 'withdrawal/1')
  expect(story.purse('ali')).toBe('1.5 GOLD')
  expect([...story.journal.holds]).toMatchObject([{ status: 'SETTLED', settled: 500_000n }])
})

test('nobody sets aside more than is available', () => {
  const story = new EngineStory()
  story.gives('ali', '2 GOLD')
  story.order('ali sells 1 GOLD at 100')
  expect(story.hold('ali', '1.000001 GOLD', 'withdrawal/1')).toEqual({ kind: 'refused', code: 'NOT_ENOUGH_BALANCE' })
})

test('a reference names one hold for ever, and one payment', () => {
  const story = new EngineStory()
  story.gives('ali', '5 GOLD')
  story.hold('ali', '1 GOLD', 'withdrawal/1')
  expect(story.hold('ali', '2 GOLD', 'withdrawal/1')).toEqual({ kind: 'refused', code: 'ALREADY_HELD' })
  story.release('ali', 'withdrawal/1')
  expect(story.hold('ali', '6 GOLD', 'withdrawal/1')).toEqual({ kind: 'refused', code: 'ALREADY_HELD' })
  const paid = credit('ali', '1 GOLD', { key: 'paid-1', at: 1 })
  expect(story.apply(paid)).toMatchObject({ kind: 'moved' })
  expect(story.apply({ ...paid, key: 'paid-2', userId: 2 })).toEqual({ kind: 'refused', code: 'ALREADY_CREDITED' })
  expect([story.purse('ali'), story.purse('sara')]).toEqual(['6 GOLD', ''])
})

test('coins between the wallets of the exchange, and what a network took of them, are written once each', () => {
  const story = new EngineStory()
  story.gives('ali', '5 GOLD')
  const { coinId } = credit('ali', '1 GOLD', { key: 'any', at: 1 })
  const move = (key: string, given: Pick<TransferFunds, 'type' | 'debit' | 'credit'>) =>
    story.apply({
      ...{ userId: 0, key, fingerprint: key, at: story.nextAt, coinId, amount: amount(100_000n), reference: '0xabc' },
      ...given,
    })
  const sweep = { type: 'sweep', debit: 'cold/ERC20', credit: 'hot/ERC20' } as const
  expect(move('a', sweep)).toMatchObject({ kind: 'moved' })
  expect(move('b', { type: 'fee', debit: 'feesPaid/ERC20', credit: 'hot/ERC20' })).toMatchObject({ kind: 'moved' })
  expect(move('c', sweep)).toMatchObject({ code: 'ALREADY_CREDITED' })
  expect([story.purse('chain'), story.purse('cold')]).toEqual(['-4.8 GOLD', '-0.1 GOLD'])
  const lost = { type: 'correction', debit: 'suspense/ERC20', credit: 'hot/ERC20' } as const
  expect(move('d', lost)).toMatchObject({ code: 'NOT_ENOUGH_BALANCE' })
  expect(() => move('e', { ...lost, type: 'sweep' })).toThrow('suspense/ERC20')
})

test('money does not move backwards', () => {
  const story = new EngineStory()
  const backwards = { ...credit('ali', '1 GOLD', { key: 'key-1', at: 1 }), amount: amount(-1n) }
  expect(() => story.apply(backwards)).toThrow('-1')
  expect(story.purse('ali')).toBe('')
})
