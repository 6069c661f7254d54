import type { Side } from '#domain/order.ts'
import { type Amount, amount, type Price, ZERO } from '#domain/units.ts'
import type { BookSide, Level, Order } from './order.ts'

export interface Book {
  readonly bids: BookSide
  readonly asks: BookSide
  /** Counts the changes of this book, for readers that follow it. */
  sequence: number
}

export const createSide = (side: Side): BookSide => ({ side, levels: [], byPrice: new Map() })

export const createBook = (): Book => ({ bids: createSide('BUY'), asks: createSide('SELL'), sequence: 0 })

export const sideOf = (book: Book, side: Side): BookSide => (side === 'BUY' ? book.bids : book.asks)

export const bestLevel = (side: BookSide): Level | undefined => side.levels[side.levels.length - 1]

/** Would an order of `taker` side with this limit trade at this level's price? Without a limit it would. */
export function crosses(taker: Side, limit: Price | undefined, level: Level): boolean {
  if (limit === undefined) return true
  return taker === 'BUY' ? level.price <= limit : level.price >= limit
}

/** Puts an order with a limit at the end of the queue of its price. */
export function rest(book: Book, order: Order, limit: Price): void {
  enqueue(sideOf(book, order.side), order, limit)
  book.sequence += 1
}

/** Puts an order at the end of the queue of a price. */
export function enqueue(side: BookSide, order: Order, price: Price): void {
  const level = side.byPrice.get(price) ?? openLevel(side, price)
  order.level = level
  order.earlier = level.last
  if (level.last) level.last.later = order
  else level.first = order
  level.last = order
  level.volume = amount(level.volume + order.amount - order.executed)
}

/** Takes an order off the book. */
export function remove(book: Book, order: Order): void {
  dequeue(order)
  book.sequence += 1
}

/** Takes an order out of the queue of its price; a level without orders goes with it. */
export function dequeue(order: Order): void {
  const { level, earlier, later } = order
  if (!level) throw new Error(`order ${order.id} does not rest`)
  if (earlier) earlier.later = later
  else level.first = later
  if (later) later.earlier = earlier
  else level.last = earlier
  level.volume = amount(level.volume - order.amount + order.executed)
  order.level = undefined
  order.earlier = undefined
  order.later = undefined
  if (!level.first) closeLevel(level)
}

/** A resting order was filled by `quantity`: its level is that much thinner. */
export function thin(book: Book, level: Level, quantity: Amount): void {
  level.volume = amount(level.volume - quantity)
  book.sequence += 1
}

function openLevel(side: BookSide, price: Price): Level {
  const level: Level = { price, side, volume: ZERO, first: undefined, last: undefined }
  side.levels.splice(placeOf(side, price), 0, level)
  side.byPrice.set(price, level)
  return level
}

function closeLevel(level: Level): void {
  const { levels, byPrice } = level.side
  if (levels[levels.length - 1] === level) levels.pop()
  else levels.splice(placeOf(level.side, level.price), 1)
  byPrice.delete(level.price)
}

/** Where a price stands or would stand: the first level that is not worse than it. Most changes are near the end. */
function placeOf({ levels, side }: BookSide, price: Price): number {
  let low = 0
  let high = levels.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const standing = levels[middle]
    const worse = standing !== undefined && (side === 'BUY' ? standing.price < price : standing.price > price)
    if (worse) low = middle + 1
    else high = middle
  }
  return low
}
