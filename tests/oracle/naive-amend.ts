import type { Market } from '#domain/market.ts'
import type { AmendOrder } from '#server/engine/commands.ts'
import { worthOf } from './figures.ts'
import {
  enterBook,
  fundsNeeded,
  isDistanceWrong,
  isOnWrongSide,
  isSetOff,
  lastPriceOf,
  priceToWarnOf,
  refusalOfBook,
  setOffStops,
} from './naive-book.ts'
import { isBeyondBand } from './naive-orders.ts'
import { type Answer, answerOf, leftOf, type NaiveOrder, type NaiveState, needOf, priceOf } from './naive-state.ts'

/**
 * Changes an open order. Everything about it is checked again as if its unfilled part were placed now, except that it already counts as
 * open and that its own money is there for it. It goes to the end of its queue, unless only its amount falls: then it stays where it is,
 * and neither the book, nor the band, nor the warning, nor the balance matters. A stop that still waits has no queue. Until when an order
 * is valid has nothing to do with its place.
 */
export function amendOrder(
  state: NaiveState,
  command: AmendOrder,
  { markets, halted }: { markets: ReadonlyMap<number, Market>; halted: ReadonlySet<number> },
): Answer {
  const order = state.standing().find(({ id }) => id === command.orderId)
  if (!order || order.userId !== command.userId || state.hasExpired(order))
    return { kind: 'refused', code: 'ORDER_NOT_OPEN' }
  if (order.partnerId !== undefined) return { kind: 'refused', code: 'OCO_NOT_AMENDABLE' }
  const market = markets.get(order.market.id) ?? order.market
  if (halted.has(market.id)) return { kind: 'refused', code: 'MARKET_IS_NOT_ACTIVE' }
  const isPending = order.status === 'PENDING'
  const limit = command.unitPrice ?? priceOf(order)
  const stopPrice = command.stopPrice ?? order.terms.stopPrice
  const whole = command.amount ?? order.amount
  const movesStop = stopPrice !== order.terms.stopPrice
  if (movesStop && !isPending) return { kind: 'refused', code: 'STOP_ALREADY_TRIGGERED' }
  if (limit % market.tick !== 0n) return { kind: 'refused', code: 'UNIT_PRICE_INVALID' }
  if (stopPrice !== undefined && stopPrice % market.tick !== 0n) return { kind: 'refused', code: 'STOP_PRICE_INVALID' }
  const { expiresAt = order.terms.expiresAt } = command
  const terms = { ...order.terms, stopPrice, expiresAt: expiresAt ?? undefined }
  if (movesStop && isDistanceWrong({ terms, market })) return { kind: 'refused', code: 'TRAILING_DISTANCE_INVALID' }
  if (isOnWrongSide({ ...order, limit, terms })) return { kind: 'refused', code: 'TRAILING_LIMIT_INVALID' }
  if (whole < market.minAmount) return { kind: 'refused', code: 'AMOUNT_IS_LOW' }
  if (whole > market.maxAmount) return { kind: 'refused', code: 'AMOUNT_IS_HIGH' }
  if (worthOf(whole, limit, market) < market.minTotal) return { kind: 'refused', code: 'TOTAL_IS_LOW' }
  if (whole <= order.executed) return { kind: 'refused', code: 'AMOUNT_ALREADY_EXECUTED' }
  if (command.expiresAt && command.expiresAt <= command.at) return { kind: 'refused', code: 'EXPIRY_IN_PAST' }
  // The order as it would be, on a sheet of its own until everything is checked.
  const wanted: NaiveOrder = { ...order, market, limit, amount: whole, terms }
  const onlyFalls = limit === order.limit && !movesStop && whole <= order.amount
  const waits = isPending && (onlyFalls || !isSetOff(wanted, lastPriceOf(state, market)))
  if (!onlyFalls) {
    const { referencePrice } = command
    if (isBeyondBand(state, { unitPrice: limit, referencePrice }, market))
      return { kind: 'refused', code: 'UNIT_PRICE_OUT_OF_BAND', ...(referencePrice && { marketPrice: referencePrice }) }
    const refusal = waits ? undefined : refusalOfBook(state, wanted)
    if (refusal) state.note(`an amended order is refused with ${refusal}`)
    if (refusal) return { kind: 'refused', code: refusal }
    const { coinId, quantity } = fundsNeeded(state, { ...wanted, amount: leftOf(wanted) })
    const own = needOf(order, coinId)
    if (state.free(order.userId, coinId) + own < quantity) return { kind: 'refused', code: 'NOT_ENOUGH_BALANCE' }
    const marketPrice = command.warnsOfPrice ? priceToWarnOf(state, wanted) : undefined
    if (marketPrice !== undefined)
      return { kind: 'refused', code: 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER', marketPrice }
  }
  state.note(`an amended order was ${order.status}${order.executed > 0n ? ' and had traded' : ''}`)
  if (terms.expiresAt !== order.terms.expiresAt)
    state.note(`an amended order ${terms.expiresAt === undefined ? 'never expires any more' : 'has a new expiry'}`)
  state.note(`an amended order ${onlyFalls ? 'stays in its place' : waits ? 'waits on' : 'enters the book'}`)
  order.limit = limit
  order.amount = whole
  order.terms = wanted.terms
  order.heldAt = limit
  if (onlyFalls || waits) return answerOf(order, command.at)
  const touched = enterBook(state, order, command.at)
  if (touched.length > 0) state.note('an amended order trades')
  setOffStops(state, market, { touched, at: command.at })
  return answerOf(order, command.at)
}
