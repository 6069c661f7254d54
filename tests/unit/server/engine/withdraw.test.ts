import { describe, expect, test } from 'vitest'
import { amount } from '#domain/units.ts'
import type { WithdrawalRefusal, Withdrawer } from '#domain/withdrawal.ts'
import type { Leaving, QuickTrade, Withdraw } from '#server/engine/commands.ts'
import { leavingTo, MAY_WITHDRAW, quick } from '#tests/builders/commands.ts'
import { EngineStory } from '#tests/builders/engine-story.ts'
import { idOf } from '#tests/builders/people.ts'

const AT = 1_900_000_000_000
const HOUR = 3_600_000
const GOLD_ID = 3
const TO = { tokenType: 'TRC20', address: 'T…', networkFee: amount(0n) }
const LIMITS = {
  ...{ hour: amount(100n), day: amount(150n), allHour: amount(1_000n) },
  ...{ oneOperatorFrom: amount(60n), twoOperatorsFrom: amount(90n) },
}

interface Asked {
  readonly at?: number
  readonly worth?: bigint | undefined
  readonly who?: string
  readonly withdrawer?: Partial<Withdrawer>
}

let keys = 0
const leaving = ({ at = AT, withdrawer, ...asked }: Asked): Leaving =>
  leavingTo(TO, {
    withdrawer: { ...MAY_WITHDRAW, limits: LIMITS, readAt: at, ...withdrawer },
    worth: 'worth' in asked ? (asked.worth === undefined ? undefined : amount(asked.worth)) : amount(10n),
  })

const WITHDRAWAL = (asked: Asked): Withdraw => ({
  ...{ type: 'withdraw', userId: idOf('ali'), key: `out-${++keys}`, fingerprint: '', at: asked.at ?? AT },
  ...leaving(asked),
  ...{ coinId: GOLD_ID, amount: amount(1_000n) },
})

/** Every way on which something leaves. */
const WAYS = {
  'a withdrawal': WITHDRAWAL,
  'a delivery of gold': (asked: Asked): Withdraw => ({
    ...WITHDRAWAL(asked),
    destination: { tokenType: 'DELIVERY', address: 'BRANCH/1', networkFee: amount(5n) },
  }),
  'a purchase for an address outside': (asked: Asked): QuickTrade => ({
    ...quick('ali buys 0.001 GOLD at 100', { key: `buy-${++keys}`, at: asked.at ?? AT }),
    leaving: leaving(asked),
  }),
}

const CONDITIONS: readonly (readonly [WithdrawalRefusal, Asked])[] = [
  ['WITHDRAWER_UNKNOWN', { withdrawer: { readAt: AT - 5_001 } }],
  ['WITHDRAWER_UNKNOWN', { worth: undefined }],
  ['WITHDRAWALS_STOPPED', { withdrawer: { stopped: true } }],
  ['WITHDRAWER_BLOCKED', { withdrawer: { blocked: true } }],
  ['WITHDRAWER_NOT_AUTHORIZED', { withdrawer: { authorized: false } }],
  ['WITHDRAWALS_HELD', { withdrawer: { heldUntil: AT + 1 } }],
  ['DESTINATION_NOT_SAVED', { withdrawer: { destinationUnsaved: true } }],
  ['DESTINATION_TOO_NEW', { withdrawer: { destinationFrom: AT + 1 } }],
  ['WITHDRAWAL_HOUR_LIMIT_REACHED', { worth: 101n }],
  [
    'WITHDRAWAL_DAY_LIMIT_REACHED',
    { worth: 101n, withdrawer: { limits: { ...LIMITS, hour: amount(101n), day: amount(100n) } } },
  ],
]

function rich() {
  const story = new EngineStory()
  story.stocks('10 GOLD')
  story.gives('ali', '10 GOLD')
  story.gives('ali', '1000 TOMAN')
  return story
}

const approvalsOf = ({ journal }: EngineStory) => journal.withdrawals.map(({ approvalsNeeded }) => approvalsNeeded)

describe.each(Object.entries(WAYS))('%s', (way, make) => {
  test.each(CONDITIONS)('is refused with %s, and nothing is held: %o', (code, asked) => {
    const story = rich()
    const before = story.purse('ali')
    expect(story.apply(make(asked))).toEqual({ kind: 'refused', code })
    expect([story.purse('ali'), story.journal.withdrawals, story.state.holds.size]).toEqual([before, [], 0])
    expect(story.apply(make({}))).not.toMatchObject({ kind: 'refused' })
  })

  test('counts for an hour and for a day against the limits of its user, to the last instant', () => {
    const story = rich()
    const code = (asked: Asked) => {
      const result = story.apply(make(asked))
      return result.kind === 'refused' ? result.code : 'raised'
    }
    expect(code({ worth: 60n })).toBe('raised')
    expect(code({ worth: 41n, at: AT + 1 })).toBe('WITHDRAWAL_HOUR_LIMIT_REACHED')
    expect(code({ worth: 41n, at: AT + HOUR - 1 })).toBe('WITHDRAWAL_HOUR_LIMIT_REACHED')
    expect(code({ worth: 90n, at: AT + HOUR })).toBe('raised')
    expect(code({ worth: 1n, at: AT + 3 * HOUR })).toBe('WITHDRAWAL_DAY_LIMIT_REACHED')
    expect(code({ worth: 60n, at: AT + 24 * HOUR })).toBe('raised')
  })

  test('waits for operators by its worth, and beyond what all together may withdraw for two', () => {
    const story = rich()
    const limits = { ...LIMITS, hour: amount(1_000n), day: amount(1_000n), allHour: amount(200n) }
    for (const worth of [59n, 60n, 80n, 1n, 1n]) story.apply(make({ worth, withdrawer: { limits } }))
    // Metal never leaves without an operator.
    const least = way === 'a delivery of gold' ? 1 : 0
    expect(approvalsOf(story)).toEqual([least, 1, 1, least, 2])
  })
})

test('a withdrawal that is given back frees its part of the limits, and one that has left does not', () => {
  const story = rich()
  const make = WAYS['a withdrawal']
  story.apply(make({ worth: 100n }))
  expect(story.apply(make({ worth: 1n }))).toMatchObject({ code: 'WITHDRAWAL_HOUR_LIMIT_REACHED' })
  story.apply({ type: 'release', userId: idOf('ali'), key: 'back', fingerprint: '', at: AT, reference: 'withdrawal/1' })
  expect(story.purse('ali')).toBe('1000 TOMAN, 10 GOLD')
  expect(story.apply(make({ worth: 100n }))).toEqual({ kind: 'withdrawal', withdrawalId: 2 })
  story.settle('ali', 'withdrawal/2', { 'bank/1': '0.001 GOLD' })
  expect(story.apply(make({ worth: 1n }))).toMatchObject({ code: 'WITHDRAWAL_HOUR_LIMIT_REACHED' })
})

test('a thousand withdrawals at once never pass the limit of their user, nor the balance', () => {
  const story = rich()
  for (let i = 0; i < 1_000; i++) story.apply(WAYS['a withdrawal']({ worth: 1n }))
  expect(story.journal.withdrawals).toHaveLength(100)
  const poor = new EngineStory()
  poor.gives('ali', '0.0105 GOLD')
  for (let i = 0; i < 1_000; i++) poor.apply(WAYS['a withdrawal']({ worth: 0n }))
  expect([poor.journal.withdrawals.length, poor.purse('ali')]).toEqual([10, '0.0005 GOLD, 0.01 GOLD blocked'])
})

test('a repeat of the key gets the first number, and raises nothing', () => {
  const story = rich()
  const command = WAYS['a withdrawal']({})
  expect(story.apply(command)).toEqual({ kind: 'withdrawal', withdrawalId: 1 })
  expect(story.apply(command)).toEqual({ kind: 'withdrawal', withdrawalId: 1 })
  expect(story.apply({ ...command, fingerprint: 'other' })).toEqual({ kind: 'refused', code: 'IDEMPOTENCY_KEY_REUSED' })
  expect(story.journal.withdrawals).toHaveLength(1)
})
