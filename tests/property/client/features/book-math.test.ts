import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountWithin, fillableAt, walkBook } from '#client/features/trade/book-math.ts'
import {
  EMPTY_FORM,
  type OrderFacts,
  type OrderForm,
  reduceOrderForm,
  summarizeOrder,
} from '#client/features/trade/order-form.logic.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { wholePrice } from '#domain/market.ts'
import { amount, PRICE_DECIMALS, ppm, price, smaller } from '#domain/units.ts'

const market = { base: { decimals: 8, precision: 4 }, quote: { decimals: 6, precision: 2 } }
const step = amount(10_000n)
const tick = price(1_000n)
const quantity = fc.bigInt({ min: 1n, max: 10n ** 7n }).map((steps) => amount(steps * step))
const unitPrice = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((ticks) => price(ticks * tick))
const side = fc.constantFrom('BUY' as const, 'SELL' as const)
/** The levels that an order of this side would trade with, best first. */
const levels = (which: 'BUY' | 'SELL') =>
  fc
    .uniqueArray(fc.record({ unitPrice, volume: quantity }), { maxLength: 12, selector: (level) => level.unitPrice })
    .map((each) => each.toSorted((a, b) => ((which === 'BUY') === a.unitPrice < b.unitPrice ? -1 : 1)))
const book = side.chain((which) => fc.record({ side: fc.constant(which), levels: levels(which) }))

test('a walk fills what the book has, at an average between the best level and the last one reached', () => {
  fc.assert(
    fc.property(book, quantity, (sight, wanted) => {
      const { filled, average, best } = walkBook({ quantity: wanted, levels: sight.levels })
      const whole = sight.levels.reduce((sum, { volume }) => sum + volume, 0n)
      expect(filled).toBe(smaller(amount(whole), wanted))
      expect(best).toBe(sight.levels[0]?.unitPrice)
      if (average === undefined) {
        expect(filled).toBe(0n)
        return
      }
      const prices = sight.levels.map((level) => level.unitPrice)
      expect(prices.some((each) => each <= average)).toBe(true)
      expect(prices.some((each) => each >= average)).toBe(true)
      // A larger order never has a better average.
      const more = walkBook({ quantity: amount(wanted * 2n), levels: sight.levels }).average ?? average
      expect(sight.side === 'BUY' ? more >= average : more <= average).toBe(true)
    }),
  )
})

test('the amount within a total costs no more than the total, and a unit more costs more', () => {
  fc.assert(
    fc.property(book, fc.bigInt({ min: 1n, max: 10n ** 20n }).map(amount), (sight, total) => {
      const traded = amountWithin({ total, levels: sight.levels, market })
      const whole = sight.levels.reduce((sum, { volume }) => sum + volume, 0n)
      const costOf = (wanted: bigint) => {
        let left = wanted
        let cost = 0n
        for (const level of sight.levels) {
          const taken = smaller(level.volume, amount(left))
          cost += wholePrice({ quantity: taken, unitPrice: level.unitPrice, market }, 'up')
          left -= taken
        }
        return cost
      }
      expect(costOf(traded) <= total).toBe(true)
      if (traded < whole) expect(costOf(traded + 1n) > total).toBe(true)
    }),
  )
})

test('what can be filled at a limit grows with a worse limit, up to the whole book', () => {
  fc.assert(
    fc.property(book, unitPrice, unitPrice, (sight, one, other) => {
      const [lower, higher] = one < other ? [one, other] : [other, one]
      const at = (limit: typeof one) => fillableAt({ ...sight, unitPrice: limit })
      const [better, worse] = sight.side === 'BUY' ? [lower, higher] : [higher, lower]
      expect(at(better) <= at(worse)).toBe(true)
    }),
  )
})

test('a typed total becomes the largest amount in steps whose total it covers', () => {
  const facts: OrderFacts = {
    rules: {
      ...{
        symbol: 'X_Y',
        tick,
        step,
        min: amount(1n),
        max: amount(10n ** 30n),
        minTotal: amount(0n),
        active: true,
        forceWarning: undefined,
      },
      ...market,
    },
    balances: undefined,
    feeRate: ppm(0n),
    levels: [],
    quote: undefined,
    quoteFailed: false,
    supervisor: false,
    nowMs: 0,
    last: undefined,
    best: undefined,
  }
  fc.assert(
    fc.property(side, unitPrice, fc.bigInt({ min: 1n, max: 10n ** 14n }), (which, at, total) => {
      const typed: OrderForm = { ...EMPTY_FORM, side: which, price: formatDecimal(at, PRICE_DECIMALS) }
      const form = reduceOrderForm(typed, { type: 'total', text: formatDecimal(total, 2) })
      const { amount: found } = summarizeOrder(form, facts)
      if (found === undefined) throw new Error('an amount follows from a total and a price')
      const spent = (each: bigint) => wholePrice({ quantity: amount(each), unitPrice: at, market }, 'up')
      expect(found % step).toBe(0n)
      expect(spent(found) <= total * 10_000n).toBe(true)
      expect(spent(found + step) > total * 10_000n).toBe(true)
    }),
  )
})
