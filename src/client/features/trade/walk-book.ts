import { amountFor, wholePrice } from '#domain/market.ts'
import { type Amount, amount, type Price } from '#domain/units.ts'

/** One price of the book and what stands at it. */
export interface Level {
  readonly unitPrice: Price
  readonly volume: Amount
}

type Scale = { readonly decimals: number }

/** How much of the base coin `total` of the quote coin buys from these sellers, best first; what they have at most. */
export function amountBuyable({
  total,
  asks,
  market,
}: {
  total: Amount
  asks: readonly Level[]
  market: { readonly base: Scale; readonly quote: Scale }
}): Amount {
  let left = total
  let bought = 0n
  for (const { unitPrice, volume } of asks) {
    const cost = wholePrice({ quantity: volume, unitPrice, market }, 'up')
    if (cost > left) return amount(bought + amountFor({ total: left, unitPrice, market }))
    bought += volume
    left = amount(left - cost)
  }
  return amount(bought)
}
