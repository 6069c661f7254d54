import { decodeAmount } from '#client/lib/decode.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { averagePrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import type { Order } from './orders.queries.ts'

interface Scale {
  readonly decimals: number
}

/** The average price per coin of the traded part of an order; `undefined` before its first trade. */
export function tradedPrice(
  { executedAmount, executedValue }: Pick<Order, 'executedAmount' | 'executedValue'>,
  { base, quote }: { base: Scale; quote: Scale },
): string | undefined {
  const average = averagePrice(
    { executed: decodeAmount(executedAmount, base), executedValue: decodeAmount(executedValue, quote) },
    { base, quote },
  )
  return average === undefined ? undefined : formatDecimal(average, PRICE_DECIMALS)
}

/** The amount paid or received; `null` for an order without trades. */
export const tradedValue = ({ executedAmount, executedValue }: Pick<Order, 'executedAmount' | 'executedValue'>) =>
  /[1-9]/.test(executedAmount) ? executedValue : null

/** The caller's side in an order's type: MARKET_SELL sells. */
export const sideOf = (orderType: string): Side => (orderType.endsWith('_SELL') ? 'SELL' : 'BUY')
