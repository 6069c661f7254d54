import { describe, expect, it } from 'vitest'
import { type JalaliDate, parseJalaliDate } from '#domain/jalali.ts'
import { isWithinTradingHours, nextOpening, tradingDayAt } from '#domain/trading-hours.ts'

const NONE: ReadonlySet<JalaliDate> = new Set()
const holidays = (...texts: string[]) => new Set(texts.map(parseJalaliDate).filter((date) => date !== undefined))
const tehran = (text: string) => new Date(`${text}+03:30`)

describe('working hours', () => {
  // 21 November 2026 is a Saturday, 26 November a Thursday, 27 November a Friday.
  it.each([
    ['2026-11-21T09:14:59.999', false],
    ['2026-11-21T09:15:00', true],
    ['2026-11-25T18:29:59.999', true],
    ['2026-11-25T18:30:00', false],
    ['2026-11-26T09:15:00', true],
    ['2026-11-26T14:59:59', true],
    ['2026-11-26T15:00:00', false],
    ['2026-11-27T12:00:00', false],
  ])('at %s in Tehran: %s', (text, isOpen) => {
    expect(isWithinTradingHours(tehran(text), NONE)).toBe(isOpen)
  })

  it('are none on a holiday', () => {
    // 30 Aban 1405.
    const noon = tehran('2026-11-21T12:00:00')
    expect(isWithinTradingHours(noon, holidays('14050830'))).toBe(false)
    expect(tradingDayAt(noon, holidays('14050830'))).toBeUndefined()
    expect(isWithinTradingHours(noon, holidays('14050831'))).toBe(true)
  })

  it('do not shift in summer, since Tehran keeps one time all the year', () => {
    expect(tradingDayAt(tehran('2026-07-15T12:00:00'), NONE)?.opensAt.toISOString()).toBe('2026-07-15T05:45:00.000Z')
  })

  it('begin again after a night, a Friday or a row of holidays', () => {
    expect(nextOpening(tehran('2026-11-21T05:00:00'), NONE)).toEqual(tehran('2026-11-21T09:15:00'))
    expect(nextOpening(tehran('2026-11-21T09:15:00'), NONE)).toEqual(tehran('2026-11-21T09:15:00'))
    expect(nextOpening(tehran('2026-11-26T16:00:00'), NONE)).toEqual(tehran('2026-11-28T09:15:00'))
    const rest = holidays('14050907', '14050908')
    expect(nextOpening(tehran('2026-11-26T16:00:00'), rest)).toEqual(tehran('2026-11-30T09:15:00'))
  })
})
