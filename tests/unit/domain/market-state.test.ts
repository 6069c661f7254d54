import { describe, expect, it } from 'vitest'
import { type JalaliDate, parseJalaliDate } from '#domain/jalali.ts'
import { type Halt, marketStateAt } from '#domain/market-state.ts'

const NONE: ReadonlySet<JalaliDate> = new Set()
const tehran = (text: string) => new Date(`${text}+03:30`)
const HALTED: Halt = { kind: 'halted', reason: { fa: 'بازبینی', en: 'Under review' } }

const crypto = { active: true, hours: 'always', halt: undefined } as const
const gold = { active: true, hours: 'working', halt: undefined } as const

describe('how a market stands', () => {
  it('crypto is open on a Friday night', () => {
    expect(marketStateAt(crypto, tehran('2026-11-27T03:00:00'), NONE)).toEqual({ kind: 'open' })
  })

  it('gold is open in working hours and says when it opens again outside of them', () => {
    expect(marketStateAt(gold, tehran('2026-11-26T14:59:59'), NONE)).toEqual({ kind: 'open' })
    // Thursday afternoon: Friday rests, Saturday opens.
    expect(marketStateAt(gold, tehran('2026-11-26T15:00:00'), NONE)).toEqual({
      kind: 'closed',
      opensAt: tehran('2026-11-28T09:15:00'),
    })
  })

  it('gold rests on a holiday', () => {
    const holidays = new Set([parseJalaliDate('14050907')].filter((day) => day !== undefined))
    expect(marketStateAt(gold, tehran('2026-11-28T12:00:00'), holidays)).toEqual({
      kind: 'closed',
      opensAt: tehran('2026-11-29T09:15:00'),
    })
  })

  it("an operator's halt stands whatever the clock says", () => {
    expect(marketStateAt({ ...crypto, halt: HALTED }, tehran('2026-11-25T12:00:00'), NONE)).toEqual(HALTED)
    expect(marketStateAt({ ...gold, halt: HALTED }, tehran('2026-11-27T12:00:00'), NONE)).toEqual(HALTED)
  })

  it('a market that the catalogue took off lets orders be withdrawn and nothing else', () => {
    const state = marketStateAt({ ...crypto, active: false, halt: HALTED }, tehran('2026-11-25T12:00:00'), NONE)
    expect(state).toMatchObject({ kind: 'cancel-only', reason: { en: 'This market is no longer active.' } })
  })
})
