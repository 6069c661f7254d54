import fc from 'fast-check'
import type { MarketTrade } from '#domain/trade.ts'
import { amount, price } from '#domain/units.ts'

/** Trades of one market in the order of their ids; their times never go back and grow by up to `stepMsMax`. */
export function someTrades({
  startMs,
  stepMsMax,
  marketId = 3,
}: {
  startMs: number
  stepMsMax: number
  marketId?: number
}) {
  const one = fc.record({
    step: fc.integer({ min: 0, max: stepMsMax }),
    unitPrice: fc.bigInt({ min: 1n, max: 60n }),
    quantity: fc.bigInt({ min: 1n, max: 1_000n }),
    takerSide: fc.constantFrom('BUY' as const, 'SELL' as const),
  })
  return fc.array(one, { maxLength: 120 }).map((parts) => {
    let at = startMs
    return parts.map(({ step, unitPrice, quantity, takerSide }, i): MarketTrade => {
      at += step
      return {
        id: i + 1,
        marketId,
        takerSide,
        unitPrice: price(unitPrice),
        amount: amount(quantity),
        takerUserId: 1,
        at,
      }
    })
  })
}
