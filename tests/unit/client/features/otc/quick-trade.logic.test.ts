import { describe, expect, test } from 'vitest'
import { allOf } from '#client/features/otc/balance-share.ts'
import {
  canSettle,
  type QuickTradeFacts,
  restOfTotal,
  summarizeQuickTrade,
  validateQuickTrade,
} from '#client/features/otc/quick-trade.logic.ts'
import { type QuickTradeForm, reduceQuickTrade } from '#client/features/otc/use-trade-choice.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { amount, PRICE_DECIMALS, price } from '#domain/units.ts'

const units = (text: string, decimals: number) => parseDecimal(text, decimals) ?? -1n
const toman = (text: string) => amount(units(text, 6))
const grams = (text: string) => amount(units(text, 8))
const at = (text: string) => price(units(text, PRICE_DECIMALS))

const EMPTY: QuickTradeForm = { side: 'BUY', unit: 'TOMAN', coin: 'GOLD', typed: 'amount', text: '', settled: false }
const FACTS: QuickTradeFacts = {
  coin: { decimals: 8, precision: 3, exchangeMin: grams('0.1'), exchangeMax: grams('1000') },
  quote: { decimals: 6, precision: 0, billedDecimals: 0 },
  unitPrice: at('8123456.5'),
  balance: toman('10000000'),
}
const typing = (typed: 'amount' | 'total', text: string, side: 'BUY' | 'SELL' = 'BUY') => ({
  ...EMPTY,
  side,
  typed,
  text,
})
const reasonFor = (form: QuickTradeForm, facts: QuickTradeFacts = FACTS, who = { supervisor: false, stale: false }) =>
  validateQuickTrade({ form, summary: summarizeQuickTrade(form, facts), facts }, who)

describe('amount and total', () => {
  test('an amount gives the total at the price, whole Toman rounded up for a buyer', () => {
    const summary = summarizeQuickTrade(typing('amount', '0.333'), FACTS)
    expect(summary.total).toBe(toman('2705112'))
    expect(summary.totalText).toBe('2705112')
  })

  test('a seller is shown the total rounded down', () => {
    expect(summarizeQuickTrade(typing('amount', '0.333', 'SELL'), FACTS).totalText).toBe('2705111')
  })

  test('a total gives the largest amount that it pays for, as fine as the coin is typed', () => {
    const summary = summarizeQuickTrade(typing('total', '1000000'), FACTS)
    expect(summary.amountText).toBe('0.123')
    expect(summary.totalText).toBe('1000000')
    expect(summary.total).toBe(toman('999186'))
  })

  test('the fee is 0.3 % of what arrives: of the coin for a buy, of the unit for a sell', () => {
    const buy = summarizeQuickTrade(typing('amount', '2'), FACTS)
    expect([buy.fee, buy.received]).toEqual([grams('0.006'), grams('1.994')])
    const sell = summarizeQuickTrade(typing('amount', '2', 'SELL'), FACTS)
    expect([sell.fee, sell.received]).toEqual([toman('48740'), toman('16198173')])
  })

  test('without a price nothing is computed and nothing is zero', () => {
    const summary = summarizeQuickTrade(typing('amount', '2'), { ...FACTS, unitPrice: undefined })
    expect(summary).toMatchObject({ amountText: '2', totalText: '', amount: undefined, total: undefined })
  })

  test('a new price moves the field that was not typed', () => {
    const form = typing('total', '1000000')
    const dearer = summarizeQuickTrade(form, { ...FACTS, unitPrice: at('10000000') })
    expect([dearer.amountText, dearer.totalText]).toEqual(['0.1', '1000000'])
  })
})

describe('a total that was typed', () => {
  const settled = (form: QuickTradeForm) => reduceQuickTrade(form, { type: 'settle' })

  test('gives way to what will be paid once it is settled, and the remainder is shown', () => {
    const form = settled(typing('total', '1000000'))
    const summary = summarizeQuickTrade(form, FACTS)
    expect([summary.amountText, summary.totalText]).toEqual(['0.123', '999186'])
    expect(restOfTotal(form, { summary, facts: FACTS })).toBe('814')
  })

  test('follows a new price within what was typed', () => {
    const form = settled(typing('total', '1000000'))
    const dearer = summarizeQuickTrade(form, { ...FACTS, unitPrice: at('9000000') })
    expect([dearer.amountText, dearer.totalText]).toEqual(['0.111', '999000'])
  })

  test('is typed anew from its next key on', () => {
    const form = reduceQuickTrade(settled(typing('total', '1000000')), { type: 'total', text: '99918' })
    expect(summarizeQuickTrade(form, FACTS).totalText).toBe('99918')
  })

  test('above the balance is refused although the amount it pays for would fit', () => {
    expect(reasonFor(typing('total', '10000000'))).toBeUndefined()
    expect(reasonFor(typing('total', '10000001'))).toBe('balance')
  })

  test('stays as it was typed where no trade comes of it', () => {
    const summary = summarizeQuickTrade(typing('total', '1'), FACTS)
    expect(canSettle('belowMin', summary)).toBe(false)
    expect(canSettle('balance', summarizeQuickTrade(typing('total', '10000001'), FACTS))).toBe(false)
    expect(canSettle('pending', summary)).toBe(false)
  })

  test('in Tether is settled to the last digit that the confirmation shows', () => {
    const facts = {
      ...FACTS,
      quote: { decimals: 6, precision: 2, billedDecimals: 6 },
      unitPrice: at('120.61508'),
      balance: amount(units('249', 6)),
    }
    const form: QuickTradeForm = { ...EMPTY, unit: 'TETHER' }
    const all = allOf(form, facts)
    const summary = summarizeQuickTrade(all ? reduceQuickTrade(form, all) : form, facts)
    expect([summary.amountText, summary.totalText]).toEqual(['2.064', '248.949526'])
  })
})

describe('the reason', () => {
  test.each([
    ['supervisor', typing('amount', ''), { supervisor: true, stale: true }],
    ['priceStale', typing('amount', ''), { supervisor: false, stale: true }],
  ] as const)('%s comes before everything about the amount', (reason, form, who) => {
    expect(reasonFor(form, FACTS, who)).toBe(reason)
  })

  test.each([
    ['amountRequired', typing('amount', '')],
    ['amountRequired', typing('amount', '0.0')],
    ['belowMin', typing('amount', '0.099')],
    ['aboveMax', typing('amount', '1000.001')],
    ['balance', typing('amount', '2')],
    ['belowMin', typing('total', '1')],
    [undefined, typing('amount', '1')],
  ] as const)('%s', (reason, form) => {
    expect(reasonFor(form)).toBe(reason)
  })

  test('a missing price or balance is waited for', () => {
    expect(reasonFor(typing('amount', '1'), { ...FACTS, unitPrice: undefined })).toBe('pending')
    expect(reasonFor(typing('amount', '1'), { ...FACTS, balance: undefined })).toBe('pending')
  })

  test('a seller needs the coin, not the money', () => {
    const facts = { ...FACTS, balance: grams('1.5') }
    expect(reasonFor(typing('amount', '1.5', 'SELL'), facts)).toBeUndefined()
    expect(reasonFor(typing('amount', '1.501', 'SELL'), facts)).toBe('balance')
  })
})

describe('edits', () => {
  test('a total typed in one unit is dropped in another, an amount stays', () => {
    expect(reduceQuickTrade(typing('total', '5000'), { type: 'unit', unit: 'TETHER' })).toMatchObject({ text: '' })
    expect(reduceQuickTrade(typing('amount', '5'), { type: 'unit', unit: 'TETHER' })).toMatchObject({ text: '5' })
  })

  test('another coin empties the form', () => {
    expect(reduceQuickTrade(typing('total', '5000'), { type: 'coin', coin: 'BITCOIN' })).toEqual({
      ...EMPTY,
      coin: 'BITCOIN',
    })
  })

  test('"all" types the whole Toman of the balance for a buyer, and the coin as fine as it is typed for a seller', () => {
    expect(allOf(EMPTY, { ...FACTS, balance: toman('1234.9') })).toEqual({ type: 'all', typed: 'total', text: '1234' })
    expect(allOf({ ...EMPTY, side: 'SELL' }, { ...FACTS, balance: grams('1.23456') })).toEqual({
      type: 'all',
      typed: 'amount',
      text: '1.234',
    })
  })

  test('"all" of a balance can be bought with', () => {
    const all = allOf(EMPTY, FACTS)
    expect(all && reasonFor(reduceQuickTrade(EMPTY, all))).toBeUndefined()
  })
})
