import { decodeAmount } from '#client/lib/decode.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { averagePrice, wholePrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { PRICE_DECIMALS, price } from '#domain/units.ts'
import type { Order } from './orders.queries.ts'

interface Scale {
  readonly decimals: number
}

/** One base unit: the value of a trade is whole, so that value by amount is a little beside the price. */
const ROUNDING = 1n

/**
 * The average price per coin of the traded part of an order; `undefined` before its first trade. The order's own price where its value says no
 * more than that, as that of every quick trade does.
 */
export function tradedPrice(
  { executedAmount, executedValue, unitPrice: asked }: Pick<Order, 'executedAmount' | 'executedValue' | 'unitPrice'>,
  { base, quote }: { base: Scale; quote: Scale },
): string | undefined {
  const [executed, value] = [decodeAmount(executedAmount, base), decodeAmount(executedValue, quote)]
  const average = averagePrice({ executed, executedValue: value }, { base, quote })
  if (average === undefined) return undefined
  if (asked !== null) {
    const unitPrice = price(decodeAmount(asked, { decimals: PRICE_DECIMALS }))
    const whole = wholePrice({ quantity: executed, unitPrice, market: { base, quote } }, 'down')
    if (whole - value <= ROUNDING && value - whole <= ROUNDING) return asked
  }
  return formatDecimal(average, PRICE_DECIMALS)
}

/** The amount paid or received; `null` for an order without trades. */
export const tradedValue = ({ executedAmount, executedValue }: Pick<Order, 'executedAmount' | 'executedValue'>) =>
  /[1-9]/.test(executedAmount) ? executedValue : null

/** The caller's side in an order's type: MARKET_SELL sells. */
export const sideOf = (orderType: string): Side => (orderType.endsWith('_SELL') ? 'SELL' : 'BUY')
