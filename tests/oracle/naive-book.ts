import type { Market } from '#domain/market.ts'
import { opposite } from '#domain/order.ts'
import type { EngineRefusal } from '#server/engine/commands.ts'
import { costOf, isFurtherThan, isOnEdge, smaller, sum, worthOf } from './figures.ts'
import { leftOf, type NaiveOrder, type NaiveState, priceOf } from './naive-state.ts'
import { executeTrade } from './naive-trade.ts'

export const lastPriceOf = (state: NaiveState, { id }: Market): bigint[] => {
  const last = state.lastPrices.get(id)
  return last === undefined ? [] : [last]
}

/** A stop to buy waits until the market trades at or above its price, a stop to sell until at or below. */
export function isSetOff({ side, terms: { stopPrice } }: NaiveOrder, prices: readonly bigint[]): boolean {
  if (stopPrice === undefined) return false
  return prices.some((price) => (side === 'BUY' ? price >= stopPrice : price <= stopPrice))
}

/** Never on the book: the part that it cannot trade immediately is dropped. This includes every market order, whatever its terms say. */
export const takesOnly = ({ kind, terms }: NaiveOrder): boolean => kind === 'MARKET' || terms.timeInForce !== 'GTC'

/**
 * The orders of the other side that an order may meet on the present book, best first. A limit order goes to its limit. A market order goes
 * from the best price, including its own user's orders, to the edge of the protection band and not beyond.
 */
function withinReach(state: NaiveState, { market, side, limit }: NaiveOrder): NaiveOrder[] {
  const others = state.queue(market.id, opposite(side))
  const [best] = others
  if (!best) return []
  return others.filter((other) => {
    const price = priceOf(other)
    if (limit === undefined) {
      const walk = { side, price, from: priceOf(best) }
      if (isOnEdge(market.protectionBand, walk)) state.note('a price is on the edge of the protection band')
      return !isFurtherThan(market.protectionBand, walk)
    }
    return side === 'BUY' ? price <= limit : price >= limit
  })
}

/** The trades of an order with the present book. It passes orders of its own user only if those are cancelled for it. */
function fillsOf(state: NaiveState, order: NaiveOrder): { maker: NaiveOrder; quantity: bigint }[] {
  const fills: { maker: NaiveOrder; quantity: bigint }[] = []
  let left = leftOf(order)
  for (const maker of withinReach(state, order)) {
    const isOwn = maker.userId === order.userId
    if (isOwn && order.terms.selfTradePrevention !== 'CANCEL_OLDER') break
    if (isOwn) continue
    const quantity = smaller(left, leftOf(maker))
    if (quantity > 0n) fills.push({ maker, quantity })
    left -= quantity
  }
  return fills
}

/**
 * The refusal of an order by its own terms and the present book.
 * - An order that never rests has no liquidity if it would trade nothing at all, except one with a limit that is to be filled or killed: that one
 *   is not fillable.
 * - Post-only is refused if any order of the other side is within its limit, even one of its own user: it must go on the book as it was placed,
 *   and remove nothing from the book, by a trade or otherwise.
 */
export function refusalOfBook(state: NaiveState, order: NaiveOrder): EngineRefusal | undefined {
  const fillable = sum(fillsOf(state, order).map(({ quantity }) => quantity))
  const isFillOrKill = order.terms.timeInForce === 'FOK'
  if (fillable === 0n && takesOnly(order) && !(isFillOrKill && order.kind !== 'MARKET')) return 'NO_LIQUIDITY'
  const meets = withinReach(state, order)
  if (order.terms.postOnly && meets.length > 0) {
    if (meets.every(({ userId }) => userId === order.userId))
      state.note('only an order of the same user is in the way of a post-only order')
    return 'POST_ONLY_WOULD_TRADE'
  }
  const isTooMuch = fillsOf(state, order).length > state.matchesMax
  if (isFillOrKill && (fillable < order.amount || isTooMuch)) return 'FILL_OR_KILL_NOT_FILLABLE'
  return undefined
}

/**
 * The balance that an order needs when it is placed: for a sale the whole amount, even if the book would not take it all; for a limit buy
 * the greatest cost at that limit; for a market buy the cost of its fills, each rounded as it is paid.
 */
export function fundsNeeded(state: NaiveState, order: NaiveOrder): { coinId: number; quantity: bigint } {
  const { side, market, limit, amount } = order
  if (side === 'SELL') return { coinId: market.base.id, quantity: amount }
  if (limit !== undefined) return { coinId: market.quote.id, quantity: costOf(amount, limit, market) }
  const costs = fillsOf(state, order).map(({ maker, quantity }) => worthOf(quantity, priceOf(maker), market))
  return { coinId: market.quote.id, quantity: sum(costs) }
}

/** The market's price (the best of the other side, or the last trade) if the limit is worse by more than the market allows. */
export function priceToWarnOf(state: NaiveState, { market, side, limit }: NaiveOrder): bigint | undefined {
  const [best] = state.queue(market.id, opposite(side))
  const from = best ? priceOf(best) : state.lastPrices.get(market.id)
  if (from === undefined || limit === undefined) return undefined
  if (isOnEdge(market.forceWarning, { side, price: limit, from })) state.note('a price is on the edge of the warning')
  return isFurtherThan(market.forceWarning, { side, price: limit, from }) ? from : undefined
}

/** Matches an order against the book, fill by fill, if its terms allow it. @returns the prices that it traded at */
export function enterBook(state: NaiveState, order: NaiveOrder, at: number): bigint[] {
  const { market } = order
  const touched: bigint[] = []
  const inReach = withinReach(state, order)
  order.status = 'IS_OPEN'
  order.arrival = 0
  for (const maker of inReach) {
    if (leftOf(order) === 0n) break
    if (maker.userId === order.userId) {
      // The order that enters the book is the newer one, and its own setting counts.
      const rule = order.terms.selfTradePrevention
      state.note(`an order meets its own: ${rule}`)
      if (rule !== 'CANCEL_NEWER') {
        state.dropPartnerOf(maker)
        finish(maker)
      }
      if (rule === 'CANCEL_OLDER') continue
      finish(order)
      return touched
    }
    if (state.queue(market.id, maker.side).some((other) => other !== maker && other.limit === maker.limit))
      state.note('an older order at the same price goes first')
    executeTrade(state, { taker: order, maker, at })
    touched.push(priceOf(maker))
    if (leftOf(maker) === 0n) finish(maker)
  }
  if (touched.length > 1) state.note('an order is filled by several others')
  if (leftOf(order) === 0n || takesOnly(order)) finish(order)
  else {
    arrive(state, order)
    if (state.orders.some(({ id, status, arrival }) => id > order.id && status === 'IS_OPEN' && arrival > 0))
      state.note('a stop comes to the book behind one placed later')
  }
  return touched
}

/** It enters the book, or the stops, after all present ones. */
export function arrive(state: NaiveState, order: NaiveOrder): void {
  state.arrivals += 1
  order.arrival = state.arrivals
}

/** The order leaves the book for good: by a fill, by its own terms, or by those of an order of the same user. */
export function finish(order: NaiveOrder): void {
  order.status = order.executed > 0n ? 'FINISHED_WITH_TRANSACTION' : 'FINISHED_WITHOUT_TRANSACTION'
}

/**
 * The distance of a trailing stop is whole steps of the tick, and from a thousandth to a half of the stop price that its user wrote down.
 */
export function isDistanceWrong({ terms, market }: Pick<NaiveOrder, 'terms' | 'market'>): boolean {
  const { stopPrice, trailingDistance: distance } = terms
  if (stopPrice === undefined || distance === undefined) return false
  return distance % market.tick > 0n || distance * 1_000n < stopPrice || distance * 2n > stopPrice
}

/** A trailing stop's limit to sell may not be above its stop price, nor one to buy below it. */
export function isOnWrongSide({ side, limit, terms }: Pick<NaiveOrder, 'side' | 'limit' | 'terms'>): boolean {
  const { stopPrice, trailingDistance } = terms
  if (limit === undefined || stopPrice === undefined || trailingDistance === undefined) return false
  return side === 'SELL' ? limit > stopPrice : limit < stopPrice
}

/** A trailing stop comes up to its distance from a price of the market, and its limit with it, but never goes away from the market. */
function follow(state: NaiveState, stop: NaiveOrder, price: bigint): void {
  const { stopPrice, trailingDistance } = stop.terms
  if (stopPrice === undefined || trailingDistance === undefined) return
  const nearer = stop.side === 'SELL' ? price - trailingDistance : price + trailingDistance
  const step = nearer - stopPrice
  if (stop.side === 'SELL' ? step <= 0n : step >= 0n) return
  state.note(`a trailing stop follows the market: ${stop.side}`)
  stop.limit = priceOf(stop) + step
  stop.terms = { ...stop.terms, stopPrice: nearer }
}

/** The stops that one order's trades trigger, price by price; the others that trail follow each price. */
function reachedBy(state: NaiveState, market: Market, { touched, due }: { touched: bigint[]; due: NaiveOrder[] }) {
  const reached = new Set<NaiveOrder>()
  for (const price of touched)
    for (const stop of state.stops(market.id)) {
      if (due.includes(stop) || reached.has(stop)) continue
      if (isSetOff(stop, [price])) reached.add(stop)
      else follow(state, stop, price)
      if (reached.has(stop) && stop.terms.trailingDistance !== undefined) state.note('a trailing stop is triggered')
    }
  return [...reached].sort((a, b) => a.id - b.id)
}

/**
 * Every stop that an order's trades triggered enters the book, in the order in which they were placed. Stops that their own trades trigger
 * enter after those that are due already, until none is due.
 */
export function setOffStops(state: NaiveState, market: Market, first: { touched: bigint[]; at: number }): void {
  const due: NaiveOrder[] = []
  let { touched } = first
  let count = 0
  for (;;) {
    const reached = reachedBy(state, market, { touched, due })
    if (reached.length > 1) state.note('one order triggers several stops')
    if (count > 0 && reached.length > 0) state.note('a stop triggers another')
    if (reached.some(({ id }) => due.some((other) => other.id > id)))
      state.note('a stop comes to the book behind one that was placed later and triggered earlier')
    for (const stop of reached) state.dropPartnerOf(stop)
    due.push(...reached)
    const next = due.shift()
    if (!next) return
    count += 1
    state.note(`a stop is triggered: ${tag(next)}`)
    const refusal = refusalOfBook(state, next)
    if (refusal) state.note(`${tag(next)} triggered later ends by ${refusal}`)
    touched = refusal ? [] : enterBook(state, next, first.at)
    if (refusal) finish(next)
  }
}

export const tag = ({ kind, terms }: NaiveOrder) => `${kind} ${terms.postOnly ? 'post-only' : terms.timeInForce}`
