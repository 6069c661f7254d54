import type { Market } from '#domain/market.ts'
import { PLAIN_TERMS } from '#domain/order.ts'
import type { CancelAllOrders, PlaceOrder } from '#server/engine/commands.ts'
import { worthOf } from './figures.ts'
import {
  arrive,
  enterBook,
  fundsNeeded,
  isDistanceWrong,
  isOnWrongSide,
  isSetOff,
  lastPriceOf,
  priceToWarnOf,
  refusalOfBook,
  setOffStops,
  tag,
  takesOnly,
} from './naive-book.ts'
import { type Answer, answerOf, type NaiveOrder, type NaiveState } from './naive-state.ts'

/**
 * Checks price, amount, total, band, expiry, open orders, book, balance, warning: the first failed check refuses the order, and then
 * nothing has happened. The present rules of the market apply; later changes do not affect an open order.
 */
export function placeOrder(state: NaiveState, command: PlaceOrder, market: Market): Answer {
  const { expiresAt, stopPrice } = command.terms ?? PLAIN_TERMS
  const isBetweenSteps = (price: bigint | undefined) => price !== undefined && price % market.tick > 0n
  if (isBetweenSteps(command.unitPrice)) return { kind: 'refused', code: 'UNIT_PRICE_INVALID' }
  if (isBetweenSteps(stopPrice)) return { kind: 'refused', code: 'STOP_PRICE_INVALID' }
  const { side, unitPrice: limit, terms = PLAIN_TERMS } = command
  if (isDistanceWrong({ terms, market })) return { kind: 'refused', code: 'TRAILING_DISTANCE_INVALID' }
  if (isOnWrongSide({ side, limit, terms })) return { kind: 'refused', code: 'TRAILING_LIMIT_INVALID' }
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
  const partner = state.partnerOf(order)
  if (partner) state.note(`a leg is cancelled with the other one: ${order.status}`)
  for (const each of partner ? [order, partner] : [order])
    each.status = hasExpired ? 'EXPIRED' : byOperator ? 'CANCELLED_BY_ADMIN' : 'CANCELLED_BY_USER'
  return answerOf(order, at)
}

/**
 * Cancels all of the user's orders, on the book or waiting, in one market or in all, that were open when the command was first applied:
 * `most` of them per turn, in order of arrival. A stop arrived when it was triggered. Later orders are not included, nor those that have
 * expired meanwhile. Where one leg of an OCO order ends, the other one ends in the same turn.
 */
export function cancelAllOrders(state: NaiveState, command: CancelAllOrders): Answer {
  const { userId, marketId, most, before = { count: 0, newestId: state.orders.length } } = command
  const own = state.standing().filter((order) => order.userId === userId && order.id <= before.newestId)
  const meant = own.filter(
    (order) => (marketId === undefined || order.market.id === marketId) && !state.hasExpired(order),
  )
  meant.sort((a, b) => a.arrival - b.arrival)
  if (meant.length > 1) state.note('several orders are cancelled together')
  const ending = withPartners(state, meant.slice(0, most))
  if (ending.length > most) state.note('one leg more than asked ends')
  for (const order of ending) order.status = 'CANCELLED_BY_USER'
  const count = before.count + ending.length
  if (meant.length <= most) return { kind: 'cancelled', count }
  state.note('some of many orders are cancelled')
  return { kind: 'unfinished', next: { ...command, before: { ...before, count } } }
}

function withPartners(state: NaiveState, orders: readonly NaiveOrder[]): NaiveOrder[] {
  const partners = orders.flatMap((order) => state.partnerOf(order) ?? [])
  return [...new Set([...orders, ...partners])]
}

/** An order ends exactly at its second. The earliest ends first; within a second, the one that was placed first. Both legs of an OCO order end together. */
export function expireOrders(state: NaiveState, { at, most }: { at: number; most: number }): Answer {
  const endOf = ({ terms }: NaiveOrder) => terms.expiresAt ?? Number.POSITIVE_INFINITY
  const due = state.standing().filter((order) => endOf(order) <= at)
  due.sort((a, b) => endOf(a) - endOf(b) || a.id - b.id)
  const ending = withPartners(state, due.slice(0, most))
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
  const nothing = { executed: 0n, executedValue: 0n, wage: 0n, arrival: 0, heldAt: unitPrice }
  const id = state.orders.length + 1
  return { id, userId, market, side, kind, limit: unitPrice, amount, charges, terms, status, ...nothing }
}
