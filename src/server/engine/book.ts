import type { Side } from '#domain/order.ts'
import { type Amount, amount, type Price, price, ZERO } from '#domain/units.ts'
import { type BookSide, type Level, type Order, remainingOf } from './order.ts'

export interface Book {
  readonly bids: BookSide
  readonly asks: BookSide
}

const createSide = (side: Side): BookSide => ({ side, levels: [] })

export const createBook = (): Book => ({ bids: createSide('BUY'), asks: createSide('SELL') })

export const sideOf = (book: Book, side: Side): BookSide => (side === 'BUY' ? book.bids : book.asks)

export const bestLevel = ({ levels }: BookSide): Level | undefined => levels[levels.length - 1]

/** Whether an order of the other side with this limit would trade at this level's price. */
export const crosses = (limit: Price, { side: { side }, price }: Level): boolean =>
  side === 'SELL' ? price <= limit : price >= limit

/** The levels that an order of the other side with this limit would trade at, best first. */
export function* crossedLevels({ levels }: BookSide, limit: Price): Generator<Level> {
  for (let i = levels.length - 1; i >= 0; i--) {
    const level = levels[i]
    if (!level || !crosses(limit, level)) return
    yield level
  }
}

/** Adds an order with a limit to the end of the queue of its price. */
export const addToBook = (book: Book, order: Order, limit: Price): void =>
  enqueue(sideOf(book, order.side), order, limit)

/** Adds an order to the end of the queue of a price. */
function enqueue(side: BookSide, order: Order, price: Price): void {
  const level = levelAt(side, price)
  order.level = level
  order.earlier = level.last
  if (level.last) level.last.later = order
  else level.first = order
  level.last = order
  level.volume = amount(level.volume + remainingOf(order))
}

/** The remaining amount of all orders at a price; zero if there are none. */
export function volumeAt(book: Book, { side, price }: { side: Side; price: Price }): Amount {
  const ofSide = sideOf(book, side)
  const level = ofSide.levels[indexOf(ofSide, price)]
  return level?.price === price ? level.volume : ZERO
}

/** Removes an order from the queue of its price; a level without orders is removed with it. */
export function dequeue(order: Order): void {
  const { side, price, first } = unlink(order)
  if (!first) side.levels.splice(indexOf(side, price), 1)
}

/**
 * Removes orders that are about to end from their books or stops. This moves no money and writes nothing, so that half a million can be
 * removed in one go; empty levels are removed once for all of them, not once per order.
 */
export function dequeueAll(orders: readonly Order[]): void {
  const sides = new Set<BookSide>()
  for (const order of orders) sides.add(unlink(order).side)
  for (const side of sides) side.levels = side.levels.filter(({ first }) => first !== undefined)
}

function unlink(order: Order): Level {
  const { level, earlier, later } = order
  if (!level) throw new Error(`order ${order.id} is on no book`)
  if (earlier) earlier.later = later
  else level.first = later
  if (later) later.earlier = earlier
  else level.last = earlier
  level.volume = amount(level.volume - remainingOf(order))
  order.level = undefined
  order.earlier = undefined
  order.later = undefined
  return level
}

/** Reduces the volume of a level after an order on the book was filled by `quantity`. */
export function reduceVolume(level: Level, quantity: Amount): void {
  level.volume = amount(level.volume - quantity)
}

/** The level of a price; opens it if it does not exist. */
function levelAt(side: BookSide, price: Price): Level {
  const index = indexOf(side, price)
  const known = side.levels[index]
  if (known?.price === price) return known
  const level: Level = { side, price, volume: ZERO, first: undefined, last: undefined }
  side.levels.splice(index, 0, level)
  return level
}

/** The index of a price, or where it would be inserted: the first level that is not worse. */
function indexOf({ side, levels }: BookSide, price: Price): number {
  let low = 0
  let high = levels.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isWorse(side, levels[middle], price)) low = middle + 1
    else high = middle
  }
  return low
}

const isWorse = (side: Side, level: Level | undefined, price: Price) =>
  level !== undefined && (side === 'BUY' ? level.price < price : level.price > price)

/**
 * Stops that wait for the price of their market, in queues by stop price like a book. A rising price triggers the lowest buy first, a
 * falling one the highest sell.
 */
export interface StopOrders {
  readonly buys: BookSide
  readonly sells: BookSide
  /** Those that follow the market, and those of them that have expired but have not ended. */
  readonly trailing: Set<Order>
}

export const createStopOrders = (): StopOrders => ({
  buys: createSide('SELL'),
  sells: createSide('BUY'),
  trailing: new Set(),
})

/** Adds a stop that waits for its price. */
export function addStop(stops: StopOrders, order: Order): void {
  const { stopPrice } = order.terms
  if (stopPrice === undefined) throw new Error(`order ${order.id} waits without a stop price`)
  enqueue(order.side === 'BUY' ? stops.buys : stops.sells, order, stopPrice)
  if (order.terms.trailingDistance !== undefined) stops.trailing.add(order)
}

/**
 * Lets the stops that follow the market come up to their distance from a price that it has traded at, their limits with them. @returns
 * those that moved
 */
export function trailStops(stops: StopOrders, last: Price): Order[] {
  const moved: Order[] = []
  for (const order of stops.trailing) {
    const { side, unitPrice, level } = order
    const { stopPrice, trailingDistance } = order.terms
    // An expired one has left the stops.
    if (level === undefined || unitPrice === undefined || stopPrice === undefined || trailingDistance === undefined)
      continue
    const next = price(side === 'BUY' ? last + trailingDistance : last - trailingDistance)
    if (side === 'BUY' ? next >= stopPrice : next <= stopPrice) continue
    dequeue(order)
    order.unitPrice = price(unitPrice + next - stopPrice)
    order.terms = { ...order.terms, stopPrice: next }
    addStop(stops, order)
    moved.push(order)
  }
  return moved
}

/** Whether the market has traded at the stop price or beyond. */
export const isReached = ({ side, stopPrice }: { side: Side; stopPrice: Price }, last: Price | undefined) =>
  last !== undefined && (side === 'BUY' ? last >= stopPrice : last <= stopPrice)

/** Removes and returns the stops that prices between `lowest` and `highest` have triggered, in the order in which they were placed. */
export function takeReached(stops: StopOrders, { lowest, highest }: { lowest: Price; highest: Price }): Order[] {
  const reached = [...ordersUpTo(stops.buys, highest), ...ordersUpTo(stops.sells, lowest)]
  for (const order of reached) dequeue(order)
  return reached.sort((a, b) => a.id - b.id)
}

function* ordersUpTo(side: BookSide, price: Price): Generator<Order> {
  for (const level of crossedLevels(side, price)) for (let order = level.first; order; order = order.later) yield order
}

/** Orders that end by time. The times are one sorted list, earliest last; the orders of one time are a set. */
export interface ExpiryQueue {
  readonly times: number[]
  readonly byTime: Map<number, Set<Order>>
  /** Expired orders, earliest first. They have left the books and end one after the other. */
  readonly overdue: Set<Order>
}

export const createExpiryQueue = (): ExpiryQueue => ({ times: [], byTime: new Map(), overdue: new Set() })

/** Tracks when an order ends, if it has an expiry. */
export function watchExpiry({ times, byTime }: ExpiryQueue, order: Order): void {
  const { expiresAt } = order.terms
  if (expiresAt === undefined) return
  const known = byTime.get(expiresAt)
  if (known) {
    known.add(order)
    return
  }
  byTime.set(expiresAt, new Set([order]))
  times.splice(indexOfTime(times, expiresAt), 0, expiresAt)
}

/** Forgets an order that has ended, so that ended orders with a distant expiry do not pile up. */
export function forgetExpiry({ times, byTime, overdue }: ExpiryQueue, order: Order): void {
  const { expiresAt } = order.terms
  if (expiresAt === undefined || overdue.delete(order)) return
  const orders = byTime.get(expiresAt)
  if (!orders?.delete(order) || orders.size > 0) return
  byTime.delete(expiresAt)
  times.splice(indexOfTime(times, expiresAt), 1)
}

/** The next time at which an order ends, or should have ended; `undefined` if no order expires. */
export function nextExpiry({ times, overdue }: ExpiryQueue): number | undefined {
  const [first] = overdue
  return first?.terms.expiresAt ?? times[times.length - 1]
}

/** Moves the orders that have expired by `at` to `overdue`. @returns the new ones, by time and then by id */
export function collectOverdue({ times, byTime, overdue }: ExpiryQueue, at: number): Order[] {
  const due: Order[] = []
  for (let time = times.at(-1); time !== undefined && time <= at; time = times.at(-1)) {
    const orders = [...(byTime.get(time) ?? [])].sort((a, b) => a.id - b.id)
    for (const order of orders) due.push(order)
    byTime.delete(time)
    times.pop()
  }
  for (const order of due) overdue.add(order)
  return due
}

/** The index of a time, or where it would be inserted: the first time that is not later. */
function indexOfTime(times: readonly number[], time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const known = times[middle]
    if (known !== undefined && known > time) low = middle + 1
    else high = middle
  }
  return low
}
