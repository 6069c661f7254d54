import { parseDecimal, powerOfTen } from './decimal.ts'
import { type Market, wholePrice } from './market.ts'
import type { Amount, Price } from './units.ts'

/**
 * Is the shown total that of amount × price? It may be rounded to what the quote coin shows, either way; what is charged is the
 * exact product.
 */
export function totalFits(
  shownTotal: string,
  { amount, unitPrice, market }: { amount: Amount; unitPrice: Price; market: Market },
): boolean {
  const { quote } = market
  const shown = parseDecimal(shownTotal, quote.decimals)
  if (shown === undefined) return false
  const exact = wholePrice({ quantity: amount, unitPrice, market }, 'up')
  const slack = powerOfTen(quote.decimals - quote.precision)
  return shown >= exact - slack && shown <= exact + slack
}
