import { describe, expect, it } from 'vitest'
import { type JalaliDate, parseJalaliDate } from '#domain/jalali.ts'
import { type Halt, type MarketRules, marketStateAt } from '#domain/market-state.ts'

const NONE: ReadonlySet<JalaliDate> = new Set()
const tehran = (text: string) => new Date(`${text}+03:30`)
const HALTED: Halt = { kind: 'halted', reason: { fa: 'بازبینی', en: 'Under review' } }

const crypto = { id: 1, active: true, hours: 'always' } as const
const gold = { id: 3, active: true, hours: 'working' } as const
const RULES: MarketRules = { hours: 'working', halts: new Map(), holidays: NONE, revision: 1 }
const HALTS: MarketRules = { ...RULES, halts: new Map([crypto, gold].map(({ id }) => [id, HALTED])) }

describe('how a market stands', () => {
  it('crypto is open on a Friday night', () => {
    expect(marketStateAt(crypto, RULES, tehran('2026-11-27T03:00:00'))).toEqual({ kind: 'open' })
  })

  it('gold is open in working hours and says when it closes, and outside of them when it opens again', () => {
    expect(marketStateAt(gold, RULES, tehran('2026-11-26T14:59:59'))).toEqual({
      kind: 'open',
      closesAt: tehran('2026-11-26T15:00:00'),
    })
    // Thursday afternoon: the market is closed on Friday and opens on Saturday.
    expect(marketStateAt(gold, RULES, tehran('2026-11-26T15:00:00'))).toEqual({
      kind: 'closed',
      opensAt: tehran('2026-11-28T09:15:00'),
    })
  })

  it('gold rests on a holiday', () => {
    const holidays = new Set([parseJalaliDate('14050907')].filter((day) => day !== undefined))
    expect(marketStateAt(gold, { ...RULES, holidays }, tehran('2026-11-28T12:00:00'))).toEqual({
      kind: 'closed',
      opensAt: tehran('2026-11-29T09:15:00'),
    })
  })

  it('a sandbox may keep every market open', () => {
    expect(marketStateAt(gold, { ...RULES, hours: 'always' }, tehran('2026-11-27T12:00:00'))).toEqual({ kind: 'open' })
  })

  it("an operator's halt stands whatever the clock says", () => {
    expect(marketStateAt(crypto, HALTS, tehran('2026-11-25T12:00:00'))).toEqual(HALTED)
    expect(marketStateAt(gold, HALTS, tehran('2026-11-27T12:00:00'))).toEqual(HALTED)
  })

  it('a market that the catalogue took off lets orders be cancelled and nothing else', () => {
    const state = marketStateAt({ ...crypto, active: false }, HALTS, tehran('2026-11-25T12:00:00'))
    expect(state).toMatchObject({ kind: 'cancel-only', reason: { en: 'This market is no longer active.' } })
  })
})
