import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import type { BookSide, Level } from '#server/engine/order.ts'
import type { Venue } from '#server/engine/state.ts'
import { nameOf } from './people.ts'

/**
 * A book in the usual drawing: asks above bids, the best prices in the middle, and in each level the remaining amounts of its orders,
 * oldest first.
 */
export function drawBook({ book, market }: Venue): string {
  const side = (of: BookSide) => of.levels.map((level) => drawLevel(level, market.base.decimals))
  const asks = side(book.asks)
  const bids = side(book.bids).reverse()
  return `\n${[...asks.map((line) => `  sell ${line}`), ...bids.map((line) => `  buy  ${line}`)].join('\n') || '  (empty)'}\n`
}

function drawLevel(level: Level, decimals: number): string {
  const waiting: string[] = []
  for (let order = level.first; order; order = order.later)
    waiting.push(`${nameOf(order.userId)} ${formatDecimal(order.amount - order.executed, decimals)}`)
  return `${formatDecimal(level.price, PRICE_DECIMALS)}: ${formatDecimal(level.volume, decimals)} (${waiting.join(', ')})`
}
