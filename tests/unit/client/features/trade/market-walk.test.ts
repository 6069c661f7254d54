import { expect, test } from 'vitest'
import { deepTotalOf, walkOf } from '#client/features/trade/market-walk.ts'
import { slippageOf, warnOfMarket } from '#client/features/trade/order-checks.ts'
import { EMPTY_FORM, type OrderFacts, type OrderForm, summarizeOrder } from '#client/features/trade/order-form.logic.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS, ppm } from '#domain/units.ts'
import { GOLD, TOMAN } from '#tests/builders/coins.ts'
import { priceOf, units } from '#tests/builders/quantities.ts'

const toman = (text: string) => units(text, TOMAN)
const grams = (text: string) => units(text, GOLD)

/** As many levels as the page has, of one gram each at 100 to 110 Toman: 1,155 Toman for 11 grams. The book goes on behind them. */
const LEVELS = Array.from({ length: 11 }, (_, at) => ({ unitPrice: priceOf(`${100 + at}`), volume: grams('1') }))
const FACTS: OrderFacts = {
  rules: {
    symbol: 'GOLD_TOMAN',
    base: { decimals: GOLD.decimals, precision: 3 },
    quote: { decimals: TOMAN.decimals, precision: 0 },
    tick: priceOf('1'),
    step: grams('0.001'),
    min: grams('0.01'),
    max: grams('500'),
    minTotal: toman('0'),
    active: true,
    forceWarning: ppm(50_000n),
  },
  balances: { base: grams('50'), quote: toman('10000') },
  feeRate: ppm(4_000n),
  levels: LEVELS,
  quote: undefined,
  quoteFailed: false,
  supervisor: false,
  last: undefined,
  best: undefined,
  nowMs: 0,
}
const order = (fields: Partial<OrderForm>): OrderForm => ({ ...EMPTY_FORM, kind: 'MARKET', ...fields })

/** The average price, its distance from the best one, and the warnings, with this estimate of the server. */
function shownOf(form: OrderForm, facts: OrderFacts) {
  const summary = summarizeOrder(form, facts)
  const walk = walkOf(summary, facts)
  return {
    average: walk.average && formatDecimal(walk.average, PRICE_DECIMALS),
    slippage: slippageOf(walk)?.percent,
    warnings: warnOfMarket(form, { summary, facts }).map(({ kind }) => kind),
  }
}

test('an order that ends within the shown levels has its average from them', () => {
  expect(shownOf(order({ amount: '3' }), FACTS)).toMatchObject({ average: '101', slippage: '1' })
})

test("an order beyond the shown levels has the server's average, and none before the server has answered", () => {
  const form = order({ amount: '20' })
  const quote = { amount: '20', wholePrice: toman('2190'), fillable: grams('20') }
  expect(shownOf(form, FACTS)).toEqual({ average: undefined, slippage: undefined, warnings: [] })
  expect(shownOf(form, { ...FACTS, quote })).toEqual({ average: '109.5', slippage: '9.5', warnings: ['slippage'] })
})

test('an order that the protection band ends within the shown levels has the average of the part that trades', () => {
  const quote = { amount: '10', wholePrice: toman('615'), fillable: grams('6') }
  expect(shownOf(order({ amount: '10' }), { ...FACTS, quote })).toMatchObject({
    average: '102.5',
    warnings: ['fillable', 'slippage'],
  })
})

test('a total beyond the shown levels is asked of the server, whose amount is then ordered', () => {
  const form = order({ total: '2190' })
  const total = deepTotalOf(form, FACTS)
  expect(total).toBe(toman('2190'))
  expect(deepTotalOf(order({ total: '1155' }), FACTS)).toBeUndefined()
  expect(deepTotalOf(form, { ...FACTS, levels: LEVELS.slice(0, 5) })).toBeUndefined()
  expect(deepTotalOf(order({ pick: 50 }), FACTS)).toBe(toman('5000'))
  expect(deepTotalOf(order({ side: 'SELL', total: '2190' }), FACTS)).toBe(toman('2190'))
  // A share of what is sold is an amount already.
  expect(deepTotalOf(order({ side: 'SELL', pick: 50 }), FACTS)).toBeUndefined()
  const deepTotal = { total: toman('2190'), quantity: grams('20') }
  expect(summarizeOrder(form, { ...FACTS, deepTotal }).amountText).toBe('20')
})

test('a total that the book does not hold is not cut in silence', () => {
  const deepTotal = { total: toman('5000'), quantity: grams('20') }
  const quote = { amount: '20', wholePrice: toman('2190'), fillable: grams('20') }
  expect(shownOf(order({ pick: 50 }), { ...FACTS, deepTotal, quote }).warnings).toContain('cut')
  const sold = { amount: '11', wholePrice: toman('1155'), fillable: grams('11') }
  expect(shownOf(order({ side: 'SELL', total: '2000' }), { ...FACTS, quote: sold }).warnings).toContain('cut')
})

test('a rest that buys no further step is no cut', () => {
  const quote = { amount: '0.97', wholePrice: toman('99.91'), fillable: grams('0.97') }
  expect(shownOf(order({ total: '100' }), { ...FACTS, levels: LEVELS.slice(3), quote }).warnings).toEqual([])
})
