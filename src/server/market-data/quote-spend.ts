import { amountFor, floorToPrecision, type Market, wholePrice } from '#domain/market.ts'
import { type Amount, amount, ZERO } from '#domain/units.ts'
import { type Depth, quoteMarketOrder } from './depth.ts'

/**
 * The most of the base coin that a market order can buy on the book as it stood without spending more than `total`, at the
 * precision that people type, and what it costs.
 */
export function quoteSpend(
  depth: Depth,
  { market, total }: { market: Market; total: Amount },
): { quantity: Amount; cost: Amount } {
  let left = total
  let affordable: Amount = ZERO
  for (const { price: unitPrice, volume } of depth.asks) {
    const part = smaller(volume, amountFor({ total: left, unitPrice, market }))
    affordable = amount(affordable + part)
    left = amount(left - wholePrice({ quantity: part, unitPrice, market }, 'up'))
    if (part < volume) break
  }
  // The band may end before the money does.
  const { fillable } = quoteMarketOrder(depth, { market, side: 'BUY', quantity: affordable })
  const quantity = floorToPrecision(fillable, market.base)
  return { quantity, cost: quoteMarketOrder(depth, { market, side: 'BUY', quantity }).value }
}

const smaller = (a: Amount, b: Amount): Amount => (a < b ? a : b)
