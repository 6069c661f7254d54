import type { Market } from '#domain/market.ts'
import { opposite, PLAIN_TERMS } from '#domain/order.ts'
import type { CancelAllOrders, EngineRefusal, PlaceOrder } from '#server/engine/commands.ts'
import { costOf, isFurtherThan, isOnEdge, smaller, sum, worthOf } from './figures.ts'
import { type Answer, answerOf, leftOf, type NaiveOrder, type NaiveState, priceOf } from './naive-state.ts'
import { executeTrade } from './naive-trade.ts'

/**
 * Checks price, amount, total, band, expiry, open orders, book, balance, warning: the first failed check refuses the order, and then
 * nothing has happened. The present rules of the market apply; later changes do not affect an open order.
 */
export function placeOrder(state: NaiveState, command: PlaceOrder, market: Market): Answer {
  const { expiresAt, stopPrice } = command.terms ?? PLAIN_TERMS
  const isBetweenSteps = (price: bigint | undefined) => price !== undefined && price % market.tick > 0n
  if (isBetweenSteps(command.unitPrice)) return { kind: 'refused', code: 'UNIT_PRICE_INVALID' }
  if (isBetweenSteps(stopPrice)) return { kind: 'refused', code: 'STOP_PRICE_INVALID' }
  if (market.minAmount > command.amount) return { kind: 'refused', code: 'AMOUNT_IS_LOW' }
  if (command.amount > market.maxAmount) return { kind: 'refused', code: 'AMOUNT_IS_HIGH' }
  // The cost or proceeds at its own limit, in whole units; an order without a limit has no such check.
  const total = command.unitPrice === undefined ? undefined : worthOf(command.amount, command.unitPrice, market)
  if (total === market.minTotal) state.note('an order is worth the least total')
  if (total !== undefined && total < market.minTotal) return { kind: 'refused', code: 'TOTAL_IS_LOW' }
  if (isBeyondBand(state, command, market))
    return {
      kind: 'refused',
      code: 'UNIT_PRICE_OUT_OF_BAND',
      ...(command.referencePrice && { marketPrice: command.referencePrice }),
    }
  if (expiresAt !== undefined && command.at >= expiresAt) return { kind: 'refused', code: 'EXPIRY_IN_PAST' }
  const order = newOrder(state, command, market)
  // The bound applies to orders that may stay open, and counts the open ones in this market, including expired ones that have not ended
  // yet.
  const own = state.standing().filter((each) => each.userId === order.userId && each.market.id === market.id)
  if (own.length >= market.openOrdersMax) {
    if (!takesOnly(order) || order.kind === 'STOP_LIMIT') return { kind: 'refused', code: 'TOO_MANY_OPEN_ORDERS' }
    state.note('an order that takes only comes beside as many open ones as may be')
  }
  const waits = order.kind === 'STOP_LIMIT' && !isSetOff(order, lastPriceOf(state, market))
  if (order.kind === 'STOP_LIMIT') state.note(waits ? 'a stop waits' : `a stop is reached when placed: ${tag(order)}`)

  // Terms are checked when an order enters the book: now, except for a stop that waits.
  const refusal = waits ? undefined : refusalOfBook(state, order)
  if (refusal) {
    state.note(`${tag(order)} is refused with ${refusal}`)
    return { kind: 'refused', code: refusal }
  }
  const { coinId, quantity } = fundsNeeded(state, order)
  if (state.free(order.userId, coinId) < quantity) return { kind: 'refused', code: 'NOT_ENOUGH_BALANCE' }
  const marketPrice = command.warnsOfPrice ? priceToWarnOf(state, order) : undefined
  if (marketPrice !== undefined)
    return { kind: 'refused', code: 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER', marketPrice }

  state.orders.push(order)
  if (waits) arrive(state, order)
  else {
    const touched = enterBook(state, order, command.at)
    setOffStops(state, market, { touched, at: command.at })
  }
  return answerOf(order, command.at)
}

/** A limit must be between the least and the greatest share of the feed's price; without a price of the feed any limit is accepted. */
export function isBeyondBand(
  state: NaiveState,
  { unitPrice, referencePrice }: { unitPrice: bigint | undefined; referencePrice?: bigint | undefined },
  market: Market,
): boolean {
  if (unitPrice === undefined || referencePrice === undefined) return false
  const millionths = unitPrice * 1_000_000n
  const [least, most] = [referencePrice * market.limitPriceMin, referencePrice * market.limitPriceMax]
  if (millionths === least || millionths === most) state.note('a limit is on the edge of its band')
  return millionths < least || millionths > most
}

export function cancelOrder(
  state: NaiveState,
  { userId, orderId, at, byOperator = false }: { userId: number; orderId: number; at: number; byOperator?: boolean },
): Answer {
  const order = state.standing().find(({ id }) => id === orderId)
  if (!order || order.userId !== userId) return { kind: 'refused', code: 'ORDER_NOT_OPEN' }
  state.note(`a cancelled order was ${order.status}${order.executed > 0n ? ' and had traded' : ''}`)
  const hasExpired = state.hasExpired(order)
  if (hasExpired) state.note('a cancelled order had expired')
  if (byOperator) state.note('an operator cancels an order')
  order.status = hasExpired ? 'EXPIRED' : byOperator ? 'CANCELLED_BY_ADMIN' : 'CANCELLED_BY_USER'
  return answerOf(order, at)
}

/**
 * Cancels all of the user's orders, on the book or waiting, in one market or in all, that were open when the command was first applied:
 * `most` of them per turn, in order of arrival. A stop arrived when it was triggered. Later orders are not included, nor those that have
 * expired meanwhile.
 */
export function cancelAllOrders(state: NaiveState, command: CancelAllOrders): Answer {
  const { userId, marketId, most, before = { count: 0, newestId: state.orders.length } } = command
  const own = state.standing().filter((order) => order.userId === userId && order.id <= before.newestId)
  const meant = own.filter(
    (order) => (marketId === undefined || order.market.id === marketId) && !state.hasExpired(order),
  )
  meant.sort((a, b) => a.arrival - b.arrival)
  if (meant.length > 1) state.note('several orders are cancelled together')
  for (const order of meant.slice(0, most)) order.status = 'CANCELLED_BY_USER'
  const count = before.count + Math.min(meant.length, most)
  if (meant.length <= most) return { kind: 'cancelled', count }
  state.note('some of many orders are cancelled')
  return { kind: 'unfinished', next: { ...command, before: { ...before, count } } }
}

/** An order ends exactly at its second. The earliest ends first; within a second, the one that was placed first. */
export function expireOrders(state: NaiveState, { at, most }: { at: number; most: number }): Answer {
  const endOf = ({ terms }: NaiveOrder) => terms.expiresAt ?? Number.POSITIVE_INFINITY
  const due = state.standing().filter((order) => endOf(order) <= at)
  const ending = due.sort((a, b) => endOf(a) - endOf(b) || a.id - b.id).slice(0, most)
  const [last, next] = [ending.at(-1), due[ending.length]]
  if (last && next && endOf(last) === endOf(next)) state.note('an expiry stops between two orders of one instant')
  for (const order of ending) {
    state.note(`an expired order was ${order.status}${order.executed > 0n ? ' and had traded' : ''}`)
    if (endOf(order) === at) state.note('an order expires in the very instant')
    order.status = 'EXPIRED'
  }
  return { kind: 'expired', count: ending.length }
}

function newOrder(state: NaiveState, command: PlaceOrder, market: Market): NaiveOrder {
  const { userId, side, unitPrice, amount, charges, terms = PLAIN_TERMS } = command
  const kind = unitPrice === undefined ? 'MARKET' : terms.stopPrice === undefined ? 'LIMITED' : 'STOP_LIMIT'
  const status = kind === 'STOP_LIMIT' ? 'PENDING' : 'IS_OPEN'
  const nothing = { executed: 0n, executedValue: 0n, wage: 0n, arrival: 0 }
  const id = state.orders.length + 1
  return { id, userId, market, side, kind, limit: unitPrice, amount, charges, terms, status, ...nothing }
}

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
const takesOnly = ({ kind, terms }: NaiveOrder): boolean => kind === 'MARKET' || terms.timeInForce !== 'GTC'

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
      if (rule !== 'CANCEL_NEWER') finish(maker)
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
function arrive(state: NaiveState, order: NaiveOrder): void {
  state.arrivals += 1
  order.arrival = state.arrivals
}

/** The order leaves the book for good: by a fill, by its own terms, or by those of an order of the same user. */
function finish(order: NaiveOrder): void {
  order.status = order.executed > 0n ? 'FINISHED_WITH_TRANSACTION' : 'FINISHED_WITHOUT_TRANSACTION'
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
    const reached = state.stops(market.id).filter((stop) => !due.includes(stop) && isSetOff(stop, touched))
    if (reached.length > 1) state.note('one order triggers several stops')
    if (count > 0 && reached.length > 0) state.note('a stop triggers another')
    if (reached.some(({ id }) => due.some((other) => other.id > id)))
      state.note('a stop comes to the book behind one that was placed later and triggered earlier')
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

const tag = ({ kind, terms }: NaiveOrder) => `${kind} ${terms.postOnly ? 'post-only' : terms.timeInForce}`
