import { describe, expect, test } from 'vitest'
import { walkBook } from '#client/features/trade/book-math.ts'
import {
  slippageOf,
  validateOrder,
  visibleProblems,
  warnOfBook,
  warnOfStop,
} from '#client/features/trade/order-checks.ts'
import {
  appliedTerms,
  blockedTerms,
  EMPTY_FORM,
  expiryInstant,
  type MarketRules,
  type OrderFacts,
  type OrderForm,
  reduceOrderForm,
  summarizeOrder,
  totalTextOf,
} from '#client/features/trade/order-form.logic.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { amount, PRICE_DECIMALS, ppm, price } from '#domain/units.ts'

const units = (text: string, decimals: number) => parseDecimal(text, decimals) ?? -1n
const toman = (text: string) => amount(units(text, 6))
const grams = (text: string) => amount(units(text, 8))
const at = (text: string) => price(units(text, PRICE_DECIMALS))

const RULES: MarketRules = {
  symbol: 'GOLD_TOMAN',
  base: { decimals: 8, precision: 3 },
  quote: { decimals: 6, precision: 0 },
  tick: at('100'),
  step: grams('0.001'),
  min: grams('0.01'),
  max: grams('500'),
  minTotal: toman('100000'),
  active: true,
  forceWarning: ppm(50_000n),
}
const FACTS: OrderFacts = {
  rules: RULES,
  balances: { base: grams('2.5'), quote: toman('10000000') },
  feeRate: ppm(4_000n),
  levels: [
    { unitPrice: at('8000000'), volume: grams('1') },
    { unitPrice: at('8100000'), volume: grams('5') },
  ],
  quote: undefined,
  quoteFailed: false,
  supervisor: false,
  last: undefined,
  best: undefined,
  nowMs: Date.UTC(2026, 10, 24, 6),
}
const limit = (fields: Partial<OrderForm>): OrderForm => ({ ...EMPTY_FORM, price: '8000000', amount: '1', ...fields })
const problemsOf = (form: OrderForm, facts = FACTS) =>
  validateOrder(form, { summary: summarizeOrder(form, facts), facts })

describe('what an order comes to', () => {
  test('a limit buy costs price times amount, and the fee is taken in the coin', () => {
    const summary = summarizeOrder(limit({ amount: '1.25' }), FACTS)
    expect(summary).toMatchObject({ total: toman('10000000'), fee: grams('0.005'), received: grams('1.245') })
  })

  test('a limit sell brings price times amount, and the fee is taken in Toman', () => {
    const summary = summarizeOrder(limit({ side: 'SELL' }), FACTS)
    expect(summary).toMatchObject({ total: toman('8000000'), fee: toman('32000'), received: toman('7968000') })
  })

  test.each([
    ['no price that an order can have', { price: '0' }],
    ['more than the most', { amount: '500.001' }],
    ['less than the least', { amount: '0.009' }],
  ])('%s has no fee, and nothing arrives', (_, fields) => {
    for (const side of ['BUY', 'SELL'] as const)
      expect(summarizeOrder(limit({ ...fields, side }), FACTS)).toMatchObject({ fee: undefined, received: undefined })
  })

  test('a market order comes to what the server estimates for exactly this amount', () => {
    const form = limit({ kind: 'MARKET', amount: '2' })
    const quote = { amount: '2', wholePrice: toman('16100000'), fillable: grams('2') }
    expect(summarizeOrder(form, { ...FACTS, quote }).total).toBe(toman('16100000'))
    expect(summarizeOrder(form, { ...FACTS, quote: { ...quote, amount: '3' } }).total).toBeUndefined()
    // Half of it is in the book: fee and proceeds are of what fills, as the total is.
    const half = summarizeOrder(form, { ...FACTS, quote: { ...quote, fillable: grams('1') } })
    expect(half).toMatchObject({ filled: grams('1'), fee: grams('0.004'), received: grams('0.996') })
  })
})

describe('the percentage picks', () => {
  test('of a buy take a share of the money at the price, never overspent', () => {
    const form = limit({ price: '8100000', amount: '', pick: 50 })
    expect(summarizeOrder(form, FACTS).amountText).toBe('0.617')
  })

  test('of a sell take a share of the coin', () => {
    expect(summarizeOrder(limit({ side: 'SELL', pick: 75 }), FACTS).amountText).toBe('1.875')
  })

  test('of a market buy walk the sellers from the best', () => {
    const form = limit({ kind: 'MARKET', pick: 100 })
    expect(summarizeOrder(form, FACTS).amountText).toBe('1.246')
  })

  test('follow the price while they are chosen', () => {
    const picked = reduceOrderForm(limit({}), { type: 'pick', pick: 100 })
    const repriced = reduceOrderForm(picked, { type: 'price', text: '10000000' })
    expect([summarizeOrder(picked, FACTS).amountText, summarizeOrder(repriced, FACTS).amountText]).toEqual([
      '1.25',
      '1',
    ])
  })

  test('let go once an amount is typed by hand, or at zero', () => {
    const picked = reduceOrderForm(limit({}), { type: 'pick', pick: 25 })
    expect(reduceOrderForm(picked, { type: 'amount', text: '2' })).toMatchObject({ pick: undefined, amount: '2' })
    expect(reduceOrderForm(picked, { type: 'pick', pick: 0 }).pick).toBeUndefined()
  })
})

describe('a total', () => {
  test('becomes an amount in steps, which follows the price', () => {
    const form = reduceOrderForm(limit({ pick: 50 }), { type: 'total', text: '5000000' })
    expect(form).toMatchObject({ amount: '', pick: undefined })
    expect(summarizeOrder(form, FACTS).amountText).toBe('0.625')
    expect(summarizeOrder({ ...form, price: '8100000' }, FACTS).amountText).toBe('0.617')
    expect(totalTextOf(form, { summary: summarizeOrder(form, FACTS), facts: FACTS })).toBe('5000000')
    const typed = reduceOrderForm(form, { type: 'amount', text: '1' })
    expect(totalTextOf(typed, { summary: summarizeOrder(typed, FACTS), facts: FACTS })).toBe('8000000')
  })

  test('of a market order walks the book', () => {
    const form = limit({ kind: 'MARKET', amount: '', total: '10000000' })
    expect(summarizeOrder(form, FACTS).amountText).toBe('1.246')
  })
})

describe('the terms', () => {
  const blockedOf = (fields: Partial<OrderForm>) => blockedTerms(limit(fields))
  test('of orders that never wait have neither an expiry nor "post-only", and say why', () => {
    expect(blockedOf({})).toEqual({ postOnly: undefined, expiry: undefined })
    expect(blockedOf({ timeInForce: 'FOK' })).toEqual({ postOnly: 'immediate', expiry: 'immediate' })
    expect(blockedOf({ kind: 'STOP_LIMIT', timeInForce: 'IOC' })).toEqual({ postOnly: 'immediate', expiry: undefined })
    expect(blockedOf({ kind: 'MARKET' })).toEqual({ postOnly: 'market', expiry: 'market' })
  })

  test('that have no effect are left out, and come back with the kind that has them', () => {
    const form = limit({ postOnly: true, expiry: '2026-12-01T10:30' })
    expect(appliedTerms(form)).toMatchObject({ timeInForce: 'GTC', postOnly: true, expiry: '2026-12-01T10:30' })
    const market = reduceOrderForm(form, { type: 'kind', kind: 'MARKET' })
    expect(appliedTerms(market)).toMatchObject({ timeInForce: 'IOC', postOnly: false, expiry: '' })
    expect(appliedTerms(reduceOrderForm(market, { type: 'kind', kind: 'LIMIT' }))).toMatchObject({ postOnly: true })
  })

  test('expire at a minute in Tehran', () => {
    expect(expiryInstant('2026-12-01T10:30')).toBe('2026-12-01T07:00:00.000Z')
    expect(expiryInstant('T10:30')).toBeUndefined()
  })
})

describe('edits', () => {
  test.each([
    [1, '8000000', '8000100'],
    [-1, '8000000', '7999900'],
    [1, '8000050', '8000100'],
    [-1, '8000050', '8000000'],
    [-1, '100', '100'],
    [1, '', '7500100'],
    [10, '8000050', '8001000'],
    [-10, '8000050', '7999100'],
    [-10, '900', '900'],
  ] as const)('a step of %s from "%s" gives %s', (by, from, to) => {
    const form = limit({ price: from })
    expect(reduceOrderForm(form, { type: 'step', by, rules: RULES, from: '7500000' }).price).toBe(to)
  })

  test('a level of the book fills price and amount of the order that answers it', () => {
    const form = limit({ kind: 'MARKET', pick: 50 })
    expect(reduceOrderForm(form, { type: 'level', side: 'SELL', price: '7990000', amount: '3' })).toMatchObject({
      side: 'SELL',
      kind: 'LIMIT',
      price: '7990000',
      amount: '3',
      pick: undefined,
    })
  })

  test('a placed order leaves the price and empties the amount and its trigger', () => {
    const form = limit({ attempted: true, stopPrice: '8100000', stopUnitPrice: '8200000' })
    const empty = { stopPrice: '', stopUnitPrice: '', amount: '', attempted: false }
    expect(reduceOrderForm(form, { type: 'placed' })).toMatchObject({ price: '8000000', ...empty })
  })
})

describe('problems', () => {
  test.each([
    [{}, {}],
    [{ price: '' }, { price: 'priceRequired' }],
    [{ price: '8000050' }, { price: 'priceOffTick' }],
    [{ amount: '' }, { amount: 'amountRequired' }],
    [{ amount: '0.0005' }, { amount: 'offStep' }],
    [{ amount: '1.251' }, { amount: 'balance' }],
    [{ amount: '0.009' }, { amount: 'belowMin' }],
    [{ amount: '0.012' }, { amount: 'belowTotal' }],
    [{ kind: 'MARKET', amount: '0.012' }, {}],
    [{ side: 'SELL', amount: '2.501' }, { amount: 'balance' }],
    [{ kind: 'STOP_LIMIT' }, { stopPrice: 'stopRequired' }],
    [{ kind: 'STOP_LIMIT', stopPrice: '7900050' }, { stopPrice: 'stopOffTick' }],
    [{ kind: 'STOP_LIMIT', stopPrice: '7900000' }, {}],
    [{ expiry: '2026-11-24T09:30' }, { expiry: 'expiryPast' }],
    [{ expiry: '2026-11-24T09:31' }, {}],
    [{ expiry: 'T09:31' }, { expiry: 'expiryIncomplete' }],
    [{ timeInForce: 'IOC', expiry: '2026-11-24T09:30' }, {}],
    [
      { price: '', amount: '' },
      { price: 'priceRequired', amount: 'amountRequired' },
    ],
  ] satisfies [Partial<OrderForm>, object][])('%j: %j', (fields, expected) => {
    expect(problemsOf(limit(fields))).toEqual(expected)
  })

  test('above the maximum is a problem only where the balance would suffice', () => {
    const rich = { ...FACTS, balances: { base: grams('1000'), quote: toman('1') } }
    expect(problemsOf(limit({ side: 'SELL', amount: '501' }), rich)).toEqual({ amount: 'aboveMax' })
    expect(problemsOf(limit({ side: 'SELL', amount: '501' }))).toEqual({ amount: 'balance' })
  })

  test('empty fields are problems only after the button was pressed', () => {
    const empty = limit({ price: '', amount: '' })
    expect(visibleProblems(empty, problemsOf(empty))).toEqual({})
    const pressed = reduceOrderForm(empty, { type: 'attempt' })
    expect(visibleProblems(pressed, problemsOf(pressed))).toEqual({
      price: 'priceRequired',
      amount: 'amountRequired',
    })
  })

  test('a market maker may sell beyond the balance, but not at the market', () => {
    const facts = { ...FACTS, supervisor: true, balances: undefined }
    expect(problemsOf(limit({ side: 'SELL', amount: '400' }), facts)).toEqual({})
    expect(problemsOf(limit({ kind: 'MARKET' }), facts)).toEqual({ form: 'marketMaker' })
    expect(problemsOf(limit({ kind: 'STOP_LIMIT', stopPrice: '7900000' }), facts)).toEqual({ form: 'marketMaker' })
  })

  test('a market that rests, and a book that is empty, stop the whole order', () => {
    expect(problemsOf(limit({}), { ...FACTS, rules: { ...RULES, active: false } })).toEqual({ form: 'inactive' })
    const quote = { amount: '1', wholePrice: toman('0'), fillable: grams('0') }
    expect(problemsOf(limit({ kind: 'MARKET' }), { ...FACTS, quote })).toEqual({ form: 'noLiquidity' })
    expect(problemsOf(limit({ kind: 'MARKET' }), { ...FACTS, quoteFailed: true })).toEqual({ form: 'noEstimate' })
  })
})

describe('warnings before the button', () => {
  const warned = (fields: Partial<OrderForm>) => {
    const form = limit(fields)
    const bids = [{ unitPrice: at('7990000'), volume: grams('1') }]
    const levels = form.side === 'BUY' ? FACTS.levels : bids
    return warnOfBook(form, { summary: summarizeOrder(form, FACTS), levels, rules: RULES })
  }
  test.each([
    [{}, undefined],
    [{ price: '8400000' }, undefined],
    [{ price: '8400100' }, { kind: 'far', far: { kind: 'above', value: '5' } }],
    [
      { side: 'SELL', price: '7000000' },
      { kind: 'far', far: { kind: 'below', value: '12.3' } },
    ],
    [{ price: '8000000', postOnly: true }, { kind: 'postOnly' }],
    [{ price: '7999900', postOnly: true }, undefined],
    [{ timeInForce: 'IOC', price: '7999900' }, { kind: 'unfilled' }],
    [
      { timeInForce: 'IOC', amount: '1.2' },
      { kind: 'partly', amount: grams('1') },
    ],
    [{ timeInForce: 'IOC', amount: '1.2', price: '8100000' }, undefined],
    [{ timeInForce: 'FOK', amount: '1.2' }, { kind: 'notFilled' }],
  ] satisfies [Partial<OrderForm>, object | undefined][])('%j', (fields, expected) =>
    expect(warned(fields)).toEqual(expected),
  )

  test('tell of a stop that the market has already reached', () => {
    const last = at('8000000')
    expect(warnOfStop({ side: 'BUY' }, { stopPrice: at('8000000'), last })).toEqual({ kind: 'stopReached' })
    expect(warnOfStop({ side: 'BUY' }, { stopPrice: at('8000100'), last })).toBeUndefined()
    expect(warnOfStop({ side: 'SELL' }, { stopPrice: at('8000100'), last })).toEqual({ kind: 'stopReached' })
    expect(warnOfStop({ side: 'SELL' }, { stopPrice: at('7999900'), last })).toBeUndefined()
  })

  test('tell of a slippage of more than one percent', () => {
    const slippage = (quantity: string) => slippageOf(walkBook({ quantity: grams(quantity), levels: FACTS.levels }))
    expect(slippage('1')).toEqual({ percent: '0', isLarge: false })
    expect(slippage('4')).toEqual({ percent: '0.94', isLarge: false })
    expect(slippage('6')).toEqual({ percent: '1.05', isLarge: true })
  })
})
