import { expect, test } from 'vitest'
import { warnOfBook } from '#client/features/trade/order-checks.ts'
import { EMPTY_FORM, summarizeOrder } from '#client/features/trade/order-form.logic.ts'
import { amount, ppm, price } from '#domain/units.ts'

const toman = (whole: bigint) => price(whole * 10n ** 8n)
const gram = amount(10n ** 8n)
const levels = Array.from({ length: 11 }, (_, row) => ({
  unitPrice: toman(8_000_000n + 100n * BigInt(row)),
  volume: gram,
}))

/** The warning of an order for twelve grams that is filled whole or not at all. */
function warned(limit: string, known = levels) {
  const form = { ...EMPTY_FORM, timeInForce: 'FOK' as const, amount: '12', price: limit }
  const rules = {
    ...{ symbol: 'GOLD_TOMAN', base: { decimals: 8, precision: 3 }, quote: { decimals: 6, precision: 0 } },
    ...{ tick: toman(100n), step: gram, min: gram, max: amount(500n * gram), minTotal: amount(0n), active: true },
    forceWarning: undefined,
  }
  const facts = {
    ...{ rules, balances: undefined, feeRate: ppm(0n), levels: [], quote: undefined, quoteFailed: false },
    ...{ supervisor: false, last: undefined, best: undefined, nowMs: 0 },
  }
  return warnOfBook(form, { summary: summarizeOrder(form, facts), levels: known, rules })
}

test('a limit that reaches further than the known levels is not said to stay unfilled', () => {
  expect(warned('8001100')).toBeUndefined()
})

test('a limit within the known levels, or on a book that is known whole, is', () => {
  expect(warned('8001000')).toEqual({ kind: 'notFilled' })
  expect(warned('8001100', levels.slice(1))).toEqual({ kind: 'notFilled' })
})
