import { describe, expect, test } from 'vitest'
import { validateOrder, warnOfBook, warnOfOco, warnOfStop } from '#client/features/trade/order-checks.ts'
import {
  appliedTerms,
  EMPTY_FORM,
  type OrderFacts,
  type OrderForm,
  reduceOrderForm,
  summarizeOrder,
} from '#client/features/trade/order-form.logic.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { amount, type Ppm, PRICE_DECIMALS, ppm, price } from '#domain/units.ts'

const units = (text: string, decimals: number) => parseDecimal(text, decimals) ?? -1n
const toman = (text: string) => amount(units(text, 6))
const grams = (text: string) => amount(units(text, 8))
const at = (text: string) => price(units(text, PRICE_DECIMALS))

const facts: OrderFacts = {
  rules: {
    symbol: 'GOLD_TOMAN',
    base: { decimals: 8, precision: 3 },
    quote: { decimals: 6, precision: 0 },
    tick: at('100'),
    step: grams('0.001'),
    min: grams('0.01'),
    max: grams('500'),
    minTotal: toman('100000'),
    active: true,
    forceWarning: undefined,
  },
  balances: { base: grams('2.5'), quote: toman('10000000') },
  feeRate: undefined,
  levels: [],
  quote: undefined,
  quoteFailed: false,
  supervisor: false,
  nowMs: Date.UTC(2026, 10, 24, 6),
  last: at('8000000'),
  best: undefined,
}
const problemsOf = (form: OrderForm, known = facts) =>
  validateOrder(form, { summary: summarizeOrder(form, known), facts: known })

test('a limit is far by the bound of its market, and nothing is guessed without it', () => {
  const form = { ...EMPTY_FORM, price: '8100000', amount: '1' }
  const warned = (forceWarning: Ppm | undefined) =>
    warnOfBook(form, {
      summary: summarizeOrder(form, facts),
      levels: [{ unitPrice: at('8000000'), volume: grams('1') }],
      rules: { forceWarning },
    })
  expect(warned(ppm(50_000n))).toBeUndefined()
  expect(warned(ppm(10_000n))).toEqual({ kind: 'far', far: { kind: 'above', value: '1.2' } })
  expect(warned(undefined)).toBeUndefined()
})

describe('an OCO order', () => {
  const oco = (fields: Partial<OrderForm>): OrderForm => ({
    ...EMPTY_FORM,
    kind: 'OCO',
    side: 'SELL',
    ...{ price: '8400000', stopPrice: '7600000', stopUnitPrice: '7500000', amount: '1' },
    ...fields,
  })
  const buy = { side: 'BUY', price: '7600000', stopPrice: '8400000', stopUnitPrice: '8500000' } as const

  test.each([
    [{}, {}],
    [buy, {}],
    [{ price: '8000000' }, { price: 'limitTooLow' }],
    [{ stopPrice: '8000000' }, { stopPrice: 'stopTooHigh' }],
    [{ ...buy, price: '8000000' }, { price: 'limitTooHigh' }],
    [{ ...buy, stopPrice: '8000000' }, { stopPrice: 'stopTooLow' }],
    [
      { price: '', stopPrice: '', stopUnitPrice: '' },
      { price: 'priceRequired', stopPrice: 'stopRequired', stopUnitPrice: 'stopUnitRequired' },
    ],
    [{ stopUnitPrice: '7500050' }, { stopUnitPrice: 'stopUnitOffTick' }],
    // Either leg must be worth enough.
    [{ amount: '0.013', stopUnitPrice: '7000000' }, { amount: 'belowTotal' }],
  ] satisfies [Partial<OrderForm>, object][])('%j: %j', (fields, expected) => {
    expect(problemsOf(oco(fields))).toEqual(expected)
  })

  test('has its limit beyond the best price of the other side too, as the server asks', () => {
    const problems = (fields: Partial<OrderForm>, best: string) => problemsOf(oco(fields), { ...facts, best: at(best) })
    expect(problems({ price: '8100000' }, '8099900')).toEqual({})
    expect(problems({ price: '8100000' }, '8100000')).toEqual({ price: 'limitTooLow' })
    expect(problems({ ...buy, price: '7900000' }, '7900100')).toEqual({})
    expect(problems({ ...buy, price: '7900000' }, '7900000')).toEqual({ price: 'limitTooHigh' })
    // The best price binds the limit alone.
    expect(problems({ stopPrice: '7900000' }, '7800000')).toEqual({})
  })

  test('to buy is held once, for its dearer leg', () => {
    expect(summarizeOrder(oco(buy), facts).total).toBe(toman('8500000'))
    expect(problemsOf(oco({ ...buy, amount: '1.2' }))).toEqual({ amount: 'balance' })
    expect(summarizeOrder(oco({ ...buy, amount: '', pick: 100 }), facts).amountText).toBe('1.176')
    expect(summarizeOrder(oco({}), facts).total).toBe(toman('8400000'))
  })

  test('waits in the book, whatever the terms of other kinds are', () => {
    const { timeInForce, postOnly, expiry } = appliedTerms(
      oco({ timeInForce: 'FOK', postOnly: true, expiry: '2026-11-25T10:00' }),
    )
    expect({ timeInForce, postOnly, expiry }).toEqual({
      timeInForce: 'GTC',
      postOnly: false,
      expiry: '2026-11-25T10:00',
    })
  })

  test('is warned about where its stop would enter the book far from its trigger', () => {
    const warned = (stopUnitPrice: string) =>
      warnOfOco(oco({}), {
        summary: summarizeOrder(oco({ stopUnitPrice }), facts),
        rules: { forceWarning: ppm(50_000n) },
      })
    expect(warned('7220000')).toEqual([])
    expect(warned('7700000')).toEqual([{ kind: 'behindStop' }])
    expect(warned('7000000')).toMatchObject([{ kind: 'stopFar', far: { kind: 'below' } }])
  })
})

test('a stop is warned about whose limit does not reach its stop price, so that it may wait once it is triggered', () => {
  const warned = (side: 'BUY' | 'SELL', stop: string, limit: string) =>
    warnOfStop({ side }, { stopPrice: at(stop), unitPrice: at(limit), last: at('8000000') })
  expect(warned('BUY', '8200000', '8199900')).toEqual({ kind: 'behindStop' })
  expect(warned('BUY', '8200000', '8200000')).toBeUndefined()
  expect(warned('SELL', '7800000', '7800100')).toEqual({ kind: 'behindStop' })
  expect(warned('SELL', '7800000', '7799900')).toBeUndefined()
})

describe('a trailing stop', () => {
  const trailing = (fields: Partial<OrderForm>): OrderForm => ({
    ...EMPTY_FORM,
    kind: 'TRAILING',
    side: 'SELL',
    amount: '1',
    ...fields,
  })
  const pricesOf = (fields: Partial<OrderForm>) => {
    const { trailingDistance, stopPrice, unitPrice } = summarizeOrder(trailing(fields), facts)
    return { trailingDistance, stopPrice, unitPrice }
  }

  test('begins at its distance from the last price, with its limit behind its stop', () => {
    expect(pricesOf({ distance: '5', gap: '1' })).toEqual({
      trailingDistance: at('400000'),
      stopPrice: at('7600000'),
      unitPrice: at('7520000'),
    })
    expect(pricesOf({ side: 'BUY', distanceIn: 'PRICE', distance: '100000' })).toEqual({
      trailingDistance: at('100000'),
      stopPrice: at('8100000'),
      unitPrice: at('8100000'),
    })
  })

  test('has a percentage in whole ticks, and at least one', () => {
    expect(pricesOf({ distance: '0.11' }).trailingDistance).toBe(at('8800'))
    expect(summarizeOrder(trailing({ distance: '0.01' }), { ...facts, last: at('5000') }).trailingDistance).toBe(
      at('100'),
    )
  })

  test.each([
    [{}, { distance: 'distanceRequired' }],
    [{ distanceIn: 'PRICE', distance: '150' }, { distance: 'distanceOffTick' }],
    [{ distance: '100' }, { distance: 'distanceTooFar' }],
    [{ distance: '33.4' }, { distance: 'distanceTooFar' }],
    [{ distance: '0.09' }, { distance: 'distanceTooNear' }],
    [{ distanceIn: 'PRICE', distance: '10000', gap: '150' }, { gap: 'gapOffTick' }],
    [{ distance: '30', gap: '70' }, { gap: 'gapTooFar' }],
    [{ distance: '5', amount: '3' }, { amount: 'balance' }],
    [{ distance: '5' }, {}],
  ] satisfies [Partial<OrderForm>, object][])('%j: %j', (fields, expected) => {
    expect(problemsOf(trailing(fields))).toEqual(expected)
  })

  test('waits for a market that has no price yet', () => {
    expect(problemsOf(trailing({ distance: '5' }), { ...facts, last: undefined })).toEqual({ form: 'noLastPrice' })
  })

  test('becomes a limit order with the price of a level', () => {
    const taken = reduceOrderForm(trailing({}), { type: 'level', side: 'BUY', price: '8000100', amount: '2' })
    expect(taken).toMatchObject({ kind: 'LIMIT', price: '8000100', amount: '2' })
  })
})
