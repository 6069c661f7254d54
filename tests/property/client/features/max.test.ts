import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allOf } from '#client/features/otc/balance-share.ts'
import { summarizeQuickTrade } from '#client/features/otc/quick-trade.logic.ts'
import { type QuickTradeForm, reduceQuickTrade } from '#client/features/otc/use-trade-choice.ts'
import { EMPTY_FORM, type OrderFacts, type OrderForm, summarizeOrder } from '#client/features/trade/order-form.logic.ts'
import { parseAmount } from '#domain/coin.ts'
import { divide, powerOfTen } from '#domain/decimal.ts'
import { amount, PRICE_DECIMALS, ppm, price } from '#domain/units.ts'

/** A coin with the step of its amounts, and the bounds of one trade in that step. */
const coin = fc
  .record({ precision: fc.integer({ min: 0, max: 8 }), finer: fc.integer({ min: 0, max: 10 }) })
  .chain(({ precision, finer }) =>
    fc.record({
      precision: fc.constant(precision),
      decimals: fc.constant(precision + finer),
      min: fc.bigInt({ min: 1n, max: 1_000n }).map((steps) => amount(steps * powerOfTen(finer))),
      max: fc.bigInt({ min: 1_000n, max: 10n ** 9n }).map((steps) => amount(steps * powerOfTen(finer))),
      step: fc.constant(amount(powerOfTen(finer))),
    }),
  )
const QUOTE = { decimals: 6, precision: 2 }
const balance = fc.bigInt({ min: 0n, max: 10n ** 20n }).map(amount)
const unitPrice = fc.bigInt({ min: 1n, max: 10n ** 18n }).map(price)
const side = fc.constantFrom('BUY' as const, 'SELL' as const)
const unit = fc.constantFrom('TOMAN' as const, 'TETHER' as const)
/** One Toman, or the smallest unit of Tether: the precision in which a total is shown. */
const SHOWN_UNIT = { TOMAN: 1_000_000n, TETHER: 1n } as const

/** The cost for a buyer as the engine computes it: rounded up. */
const costOf = (quantity: bigint, at: bigint, { decimals }: { decimals: number }) =>
  divide(quantity * at * powerOfTen(QUOTE.decimals), powerOfTen(decimals + PRICE_DECIMALS), 'up')

test('"Max" of quick trade is accepted wherever anything is, and leaves less than a step or a shown unit', () => {
  fc.assert(
    fc.property(coin, balance, unitPrice, side, unit, (base, has, at, which, in_) => {
      const facts = {
        coin: { ...base, exchangeMin: base.min, exchangeMax: base.max },
        quote: { ...QUOTE, billedDecimals: in_ === 'TOMAN' ? 0 : QUOTE.decimals },
        unitPrice: at,
        balance: has,
      }
      const form: QuickTradeForm = { side: which, unit: in_, coin: 'X', typed: 'amount', text: '', settled: false }
      const all = allOf(form, facts)
      if (!all) throw new Error('there is a balance')
      const { amount: traded = amount(-1n) } = summarizeQuickTrade(reduceQuickTrade(form, all), facts)
      const spent = which === 'SELL' ? traded : costOf(traded, at, base)
      expect(traded % base.step).toBe(0n)
      expect(traded <= base.max).toBe(true)
      expect(spent <= has).toBe(true)
      if (traded === base.max) return
      const stepMore = which === 'SELL' ? traded + base.step : costOf(traded + base.step, at, base)
      expect(stepMore > has - (which === 'SELL' ? 0n : SHOWN_UNIT[in_])).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('100 % of an order is an amount of the market, is covered by the balance, and leaves less than a step', () => {
  const kind = fc.constantFrom('LIMIT' as const, 'MARKET' as const)
  fc.assert(
    fc.property(coin, balance, unitPrice, side, kind, (base, has, at, which, asKind) => {
      const volume = amount(base.max * 10n)
      const facts: OrderFacts = {
        rules: {
          symbol: 'X_Y',
          base,
          quote: QUOTE,
          tick: price(1n),
          minTotal: amount(0n),
          active: true,
          forceWarning: undefined,
          ...base,
        },
        balances: { base: has, quote: has },
        feeRate: ppm(4_000n),
        levels: [{ unitPrice: at, volume }],
        quote: undefined,
        quoteFailed: false,
        supervisor: false,
        nowMs: 0,
        last: undefined,
        best: undefined,
      }
      const text = `${at / 10n ** 8n}.${String(at % 10n ** 8n).padStart(8, '0')}`
      const form: OrderForm = { ...EMPTY_FORM, side: which, kind: asKind, price: text, pick: 100 }
      const { amountText } = summarizeOrder(form, facts)
      const placed = parseAmount(amountText, base)
      if (placed === undefined) throw new Error(`"${amountText}" is no amount`)
      const spent = which === 'SELL' ? placed : costOf(placed, at, base)
      expect(placed <= base.max).toBe(true)
      expect(spent <= has).toBe(true)
      if (placed === base.max) return
      const stepMore = which === 'SELL' ? placed + base.step : costOf(placed + base.step, at, base)
      expect(stepMore > has).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
