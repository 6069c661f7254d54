import type { Side } from '#domain/order.ts'
import type { Amount, Price } from '#domain/units.ts'
import { type BookSide, Level, type Order, remainingOf } from './order.ts'
import { isExact, keyOf } from './price-key.ts'
import { Sums } from './sums.ts'

export interface Book {
  readonly bids: BookSide
  readonly asks: BookSide
  /** Counts the changes of this book, for readers that follow it. */
  sequence: number
}

export const createSide = (side: Side): BookSide => ({
  side,
  levels: [],
  keys: [],
  volumes: new Sums(),
})

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
  const level = levelAt(side, price)
  order.level = level
  order.earlier = level.last
  if (level.last) level.last.later = order
  else level.first = order
  level.last = order
  level.thicken(remainingOf(order))
}

/** Takes an order off the book. */
export function remove(book: Book, order: Order): void {
  dequeue(order)
  book.sequence += 1
}

/** Takes an order out of the queue of its price; a level without orders goes with it. */
export function dequeue(order: Order): void {
  const level = unlink(order)
  if (!level.first) closeLevel(level)
}

/** Takes many orders out of their queues; whatever levels are without orders then are looked for once, not for each order. */
export function dequeueAll(orders: readonly Order[]): void {
  const sides = new Set<BookSide>()
  for (const order of orders) sides.add(unlink(order).side)
  for (const side of sides) closeEmptyLevels(side)
}

function closeEmptyLevels(side: BookSide): void {
  const { levels, keys } = side
  let kept = 0
  levels.forEach((level, i) => {
    if (!level.first) {
      level.close()
      return
    }
    levels[kept] = level
    keys[kept] = keys[i] ?? 0
    kept += 1
  })
  levels.length = kept
  keys.length = kept
}

function unlink(order: Order): Level {
  const { level, earlier, later } = order
  if (!level) throw new Error(`order ${order.id} does not rest`)
  if (earlier) earlier.later = later
  else level.first = later
  if (later) later.earlier = earlier
  else level.last = earlier
  level.thin(remainingOf(order))
  order.level = undefined
  order.earlier = undefined
  order.later = undefined
  return level
}

/** A resting order was filled by `quantity`: its level is that much thinner. */
export function thin(book: Book, level: Level, quantity: Amount): void {
  level.thin(quantity)
  book.sequence += 1
}

/** The level of a price, opened where there is none. */
function levelAt(side: BookSide, price: Price): Level {
  const key = keyOf(side, price)
  const place = placeOf(side, key, price)
  const standing = side.levels[place]
  if (standing && side.keys[place] === key && (isExact(key) || standing.price === price)) return standing
  const level = new Level(side, price)
  side.levels.splice(place, 0, level)
  side.keys.splice(place, 0, key)
  return level
}

function closeLevel(level: Level): void {
  const { side, price } = level
  const place = placeOf(side, keyOf(side, price), price)
  side.levels.splice(place, 1)
  side.keys.splice(place, 1)
  level.close()
}

/** Where a price stands or would stand: the first level that is not worse than it. Found by keys, where they tell prices apart. */
function placeOf({ side, levels, keys }: BookSide, key: number, price: Price): number {
  const byKey = isExact(key)
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (byKey ? isBelow(keys[middle], key) : isWorse(side, levels[middle], price)) low = middle + 1
    else high = middle
  }
  return low
}

const isBelow = (standing: number | undefined, key: number) => standing !== undefined && standing < key

const isWorse = (side: Side, standing: Level | undefined, price: Price) =>
  standing !== undefined && (side === 'BUY' ? standing.price < price : standing.price > price)
