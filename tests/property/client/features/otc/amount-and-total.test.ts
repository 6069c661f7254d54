import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summarizeQuickTrade } from '#client/features/otc/quick-trade.logic.ts'
import type { QuickTradeForm } from '#client/features/otc/use-trade-choice.ts'
import { divide, formatDecimal, powerOfTen } from '#domain/decimal.ts'
import { amount, price } from '#domain/units.ts'

const scale = fc
  .integer({ min: 0, max: 8 })
  .chain((precision) =>
    fc.record({ precision: fc.constant(precision), decimals: fc.integer({ min: Math.max(precision, 3), max: 18 }) }),
  )
const unitPrice = fc.bigInt({ min: 1n, max: 10n ** 19n }).map(price)
const side = fc.constantFrom('BUY' as const, 'SELL' as const)
const unit = fc.constantFrom('TOMAN' as const, 'TETHER' as const)
const quote = { decimals: 6, precision: 2 }
const BILLED = { TOMAN: 0, TETHER: 6 } as const
const bounds = { exchangeMin: amount(0n), exchangeMax: amount(10n ** 60n) }

const summarize = (
  form: Omit<QuickTradeForm, 'coin' | 'settled'>,
  coin: { decimals: number; precision: number },
  at: bigint,
) =>
  summarizeQuickTrade(
    { ...form, coin: 'GOLD', settled: false },
    {
      coin: { ...coin, ...bounds },
      quote: { ...quote, billedDecimals: BILLED[form.unit] },
      unitPrice: price(at),
      balance: undefined,
    },
  )

/** The precision of a total or a fee in this unit: charges in Toman have no fractions. */
const billedStep = (in_: 'TOMAN' | 'TETHER') => powerOfTen(quote.decimals - BILLED[in_])

test('an amount typed is the amount traded, and the total is it times the price to what is billed', () => {
  fc.assert(
    fc.property(
      scale,
      unitPrice,
      side,
      unit,
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (coin, at, which, in_, typed) => {
        const text = formatDecimal(typed, coin.precision)
        const { amount: traded, total } = summarize({ side: which, unit: in_, typed: 'amount', text }, coin, at)
        expect(traded).toBe(typed * powerOfTen(coin.decimals - coin.precision))
        const step = billedStep(in_)
        const exact = powerOfTen(coin.decimals + 8) * step
        const value = (traded ?? 0n) * at * powerOfTen(quote.decimals)
        expect(total).toBe(divide(value, exact, which === 'BUY' ? 'up' : 'down') * step)
      },
    ),
  )
})

test('a total typed is never overspent, and leaves less than the finest amount costs', () => {
  fc.assert(
    fc.property(scale, unitPrice, unit, fc.bigInt({ min: 1n, max: 10n ** 15n }), (coin, at, in_, typed) => {
      const text = formatDecimal(typed, in_ === 'TOMAN' ? 0 : 2)
      const { amount: traded, total } = summarize({ side: 'BUY', unit: in_, typed: 'total', text }, coin, at)
      const given = typed * powerOfTen(in_ === 'TOMAN' ? 6 : 4)
      expect((total ?? -1n) <= given).toBe(true)
      const step = powerOfTen(coin.decimals - coin.precision)
      expect(((traded ?? 0n) + step) * at * powerOfTen(quote.decimals) > given * powerOfTen(coin.decimals + 8)).toBe(
        true,
      )
    }),
  )
})

test('the fee is 0.3 % of what arrives, rounded down to its unit, and fee and net make it up', () => {
  fc.assert(
    fc.property(scale, unitPrice, side, fc.bigInt({ min: 1n, max: 10n ** 12n }), (coin, at, which, typed) => {
      const text = formatDecimal(typed, coin.precision)
      const summary = summarize({ side: which, unit: 'TOMAN', typed: 'amount', text }, coin, at)
      const gross = which === 'BUY' ? summary.amount : summary.total
      expect((summary.fee ?? 0n) + (summary.received ?? 0n)).toBe(gross)
      const step = which === 'BUY' ? 1n : billedStep('TOMAN')
      const short = (gross ?? 0n) * 3n - (summary.fee ?? -1n) * 1_000n
      expect((summary.fee ?? -1n) % step).toBe(0n)
      expect(short >= 0n && short < 1_000n * step).toBe(true)
    }),
  )
})

test('the shown total of a buyer covers what is paid, and a seller is shown no more than is received', () => {
  fc.assert(
    fc.property(
      scale,
      unitPrice,
      side,
      unit,
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (coin, at, which, in_, typed) => {
        const text = formatDecimal(typed, coin.precision)
        const { total = amount(0n), totalText } = summarize({ side: which, unit: in_, typed: 'amount', text }, coin, at)
        const [whole = '', fraction = ''] = totalText.split('.')
        const shown = BigInt(`${whole}${fraction.padEnd(quote.decimals, '0')}`)
        expect(which === 'BUY' ? shown >= total : shown <= total).toBe(true)
        expect(fraction.length).toBeLessThanOrEqual(BILLED[in_])
      },
    ),
  )
})
