import { describe, expect, test } from 'vitest'
import { validateOrder } from '#client/features/trade/order-checks.ts'
import {
  EMPTY_FORM,
  type OrderFacts,
  type OrderForm,
  reduceOrderForm,
  summarizeOrder,
} from '#client/features/trade/order-form.logic.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { amount, PRICE_DECIMALS, price } from '#domain/units.ts'

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
  },
  balances: { base: grams('2.5'), quote: toman('10000000') },
  feeRate: undefined,
  levels: [],
  quote: undefined,
  quoteFailed: false,
  supervisor: false,
  nowMs: Date.UTC(2026, 10, 24, 6),
  last: at('8000000'),
}
const problemsOf = (form: OrderForm, known = facts) =>
  validateOrder(form, { summary: summarizeOrder(form, known), facts: known })

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
    [{ distanceIn: 'PRICE', distance: '100', gap: '150' }, { gap: 'gapOffTick' }],
    [{ distance: '50', gap: '50' }, { gap: 'gapTooFar' }],
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
