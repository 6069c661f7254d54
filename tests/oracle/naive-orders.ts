import type { Market } from '#domain/market.ts'
import { opposite, PLAIN_TERMS } from '#domain/order.ts'
import type { CancelAllOrders, EngineRefusal, PlaceOrder } from '#server/engine/commands.ts'
import { costOf, isFurtherThan, isOnEdge, smaller, sum, worthOf } from './figures.ts'
import { type Answer, answerOf, leftOf, type NaiveOrder, type NaiveState, priceOf } from './naive-state.ts'
import { executeTrade } from './naive-trade.ts'

/**
 * Price, amount, total, band, expiry, open orders, book, balance, warning: the first that objects refuses the order, and then nothing has happened. The rules are those
 * of the market at this moment; an order that stands is asked nothing more, whatever they become.
 */
export function placeOrder(state: NaiveState, command: PlaceOrder, market: Market): Answer {
  const { expiresAt, stopPrice } = command.terms ?? PLAIN_TERMS
  const isBetweenSteps = (price: bigint | undefined) => price !== undefined && price % market.tick > 0n
  if (isBetweenSteps(command.unitPrice)) return { kind: 'refused', code: 'UNIT_PRICE_INVALID' }
  if (isBetweenSteps(stopPrice)) return { kind: 'refused', code: 'STOP_PRICE_INVALID' }
  if (market.minAmount > command.amount) return { kind: 'refused', code: 'AMOUNT_IS_LOW' }
  if (command.amount > market.maxAmount) return { kind: 'refused', code: 'AMOUNT_IS_HIGH' }
  // What it would cost or bring at its own limit, in whole units; without a limit nothing is asked.
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
  // Only what could stay counts against the bound, and only what stands counts for it, in this market, also what has expired and was not ended yet.
  const own = state.standing().filter((each) => each.userId === order.userId && each.market.id === market.id)
  if (own.length >= market.openOrdersMax) {
    if (!takesOnly(order) || order.kind === 'STOP_LIMIT') return { kind: 'refused', code: 'TOO_MANY_OPEN_ORDERS' }
    state.note('an order that takes only comes beside as many open ones as may be')
  }
  const waits = order.kind === 'STOP_LIMIT' && !isSetOff(order, lastPriceOf(state, market))
  if (order.kind === 'STOP_LIMIT') state.note(waits ? 'a stop waits' : `a stop is reached when placed: ${tag(order)}`)

  // Terms are checked when an order enters the book: now, unless it is a stop that waits.
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

/** A limit is no smaller a share of the feed's price than the least and no greater a one than the most; without a price of the feed it is any. */
function isBeyondBand(state: NaiveState, { unitPrice, referencePrice }: PlaceOrder, market: Market): boolean {
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
 * All that the user has, on the book or waiting, in one market or in all, at the moment when it is first asked: `most` of them at one go,
 * in order of arrival: a triggered stop came when it was triggered. What is placed before the command goes on is not meant, nor what has expired meanwhile.
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

/** An order ends at its second, not after it. The earliest ends first; of one second, the one that was placed first. */
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

const lastPriceOf = (state: NaiveState, { id }: Market): bigint[] => {
  const last = state.lastPrices.get(id)
  return last === undefined ? [] : [last]
}

/** A stop to buy waits until the market trades at its price or above, one to sell until at its price or below. */
function isSetOff({ side, terms: { stopPrice } }: NaiveOrder, prices: readonly bigint[]): boolean {
  if (stopPrice === undefined) return false
  return prices.some((price) => (side === 'BUY' ? price >= stopPrice : price <= stopPrice))
}

/** Never on the book: what it cannot have at once is dropped. A market order is one, whatever its terms say. */
const takesOnly = ({ kind, terms }: NaiveOrder): boolean => kind === 'MARKET' || terms.timeInForce !== 'GTC'

/**
 * The orders of the other side that an order may meet on the book at this moment, the best first. A limit order goes to its limit. A market
 * order goes from the best price, its own user's orders too, to the edge of the protection band and not beyond it.
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

/** What an order would trade with the book at this moment. It walks past orders of its own user only where those are cancelled for it. */
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
 * What the terms of an order say against its entering the book at this moment.
 * - An order that only takes, fill or kill included, has no liquidity where it would trade nothing at all.
 * - Post-only refuses any order of the other side within its limit, also one of its own user: it must go on the book as it was
 *   placed, and take nothing off the book, by a trade or otherwise.
 */
function refusalOfBook(state: NaiveState, order: NaiveOrder): EngineRefusal | undefined {
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
 * What must be free for an order to be placed: of a sale the whole amount, also where the book would not take it all; of a buy with a
 * limit all that it may cost at that limit; of a buy at the market what its fills cost, each rounded as it is paid.
 */
function fundsNeeded(state: NaiveState, order: NaiveOrder): { coinId: number; quantity: bigint } {
  const { side, market, limit, amount } = order
  if (side === 'SELL') return { coinId: market.base.id, quantity: amount }
  if (limit !== undefined) return { coinId: market.quote.id, quantity: costOf(amount, limit, market) }
  const costs = fillsOf(state, order).map(({ maker, quantity }) => worthOf(quantity, priceOf(maker), market))
  return { coinId: market.quote.id, quantity: sum(costs) }
}

/** The market's price where the limit is worse than it by more than the market allows: the best of the other side, or the last trade. */
function priceToWarnOf(state: NaiveState, { market, side, limit }: NaiveOrder): bigint | undefined {
  const [best] = state.queue(market.id, opposite(side))
  const from = best ? priceOf(best) : state.lastPrices.get(market.id)
  if (from === undefined || limit === undefined) return undefined
  if (isOnEdge(market.forceWarning, { side, price: limit, from })) state.note('a price is on the edge of the warning')
  return isFurtherThan(market.forceWarning, { side, price: limit, from }) ? from : undefined
}

/** Lets an order whose terms allow it meet the book, fill by fill. @returns the prices that it traded at */
function enterBook(state: NaiveState, order: NaiveOrder, at: number): bigint[] {
  const { market } = order
  const touched: bigint[] = []
  const inReach = withinReach(state, order)
  order.status = 'IS_OPEN'
  order.arrival = 0
  for (const maker of inReach) {
    if (leftOf(order) === 0n) break
    if (maker.userId === order.userId) {
      // The order that comes to the book is the newer one, and its own word counts.
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

/** It comes to the book, or to the stops, behind all that are there. */
function arrive(state: NaiveState, order: NaiveOrder): void {
  state.arrivals += 1
  order.arrival = state.arrivals
}

/** It has nothing on the book any more, by a fill, by its own terms or by those of an order of the same user. */
function finish(order: NaiveOrder): void {
  order.status = order.executed > 0n ? 'FINISHED_WITH_TRANSACTION' : 'FINISHED_WITHOUT_TRANSACTION'
}

/**
 * Every stop that an order's trades reached comes to the book, in the sequence in which they were placed. What their own trades reach
 * comes behind those that are due already, until nothing is due.
 */
function setOffStops(state: NaiveState, market: Market, first: { touched: bigint[]; at: number }): void {
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
