import { feeOn } from '#domain/fee.ts'
import { type Market, wholePrice } from '#domain/market.ts'
import { opposite, setStatus } from '#domain/order.ts'
import type { Trade } from '#domain/trade.ts'
import { type Amount, amount, type Price, smaller, ZERO } from '#domain/units.ts'
import { addToBook, bestLevel, crosses, reduceVolume, sideOf } from './book.ts'
import { payOut } from './funds.ts'
import { type Journal, move } from './journal.ts'
import { addOpenOrder, endOrder, endOtherLeg, type OrderChange, removeOrder, takeHold } from './open-orders.ts'
import { holdFor, type Order, remainingOf } from './order.ts'
import type { EngineState, Venue } from './state.ts'

/**
 * Matches an order against the book by price, then by time of arrival. The rest of a limit order is put on the book; the rest of a market
 * order, or of one that must trade immediately, is dropped. @returns false if the turn ended first: the order is open, holds what its rest
 * needs, and must continue
 */
export function enterBook(state: EngineState, incoming: IncomingOrder): boolean {
  const { venue, order } = incoming
  const end = match(state, incoming)
  const { unitPrice, terms } = order
  const quantity = remainingOf(order)
  if (end === 'turn is over') {
    const needed = holdFor({ side: order.side, quantity, unitPrice: unitPrice ?? incoming.bound }, venue.market)
    // A market order was admitted with the cost of its fills at that moment, which may be less.
    takeHold(incoming, smaller(needed, order.wallet.available))
    addOpenOrder(state, order)
    return false
  }
  const hasGivenWay = end === 'gave way'
  if (quantity === 0n || unitPrice === undefined || terms.timeInForce !== 'GTC' || hasGivenWay) {
    finish(order)
    return true
  }
  takeHold(incoming, holdFor({ side: order.side, quantity, unitPrice }, venue.market))
  addToBook(venue.book, order, unitPrice)
  addOpenOrder(state, order)
  return true
}

/** Ends an order by its own terms. */
export const finish = (order: Order) => setStatus(order, finished(order))

const finished = ({ executed }: Order) => (executed > 0n ? 'FINISHED_WITH_TRANSACTION' : 'FINISHED_WITHOUT_TRANSACTION')

/**
 * Fills an order until it must give way to one of its own user: nobody trades with themselves. A fill-or-kill order is not interrupted by
 * the end of a turn.
 */
function match(state: EngineState, incoming: IncomingOrder): 'met all' | 'gave way' | 'turn is over' {
  const { venue, order, bound, entry, journal, turn } = incoming
  const isWhole = order.terms.timeInForce === 'FOK'
  const other = sideOf(venue.book, opposite(order.side))
  while (remainingOf(order) > 0n) {
    const level = bestLevel(other)
    const maker = level?.first
    if (!level || !maker || !crosses(bound, level)) return 'met all'
    if (turn.matchesLeft <= 0 && !isWhole) return 'turn is over'
    turn.matchesLeft -= 1
    if (maker.userId !== order.userId) {
      fill(state, incoming, maker)
      venue.lastPrice = level.price
      continue
    }
    const { selfTradePrevention } = order.terms
    if (selfTradePrevention !== 'CANCEL_NEWER') endOrder(state, { order: maker, entry, journal }, finished(maker))
    if (selfTradePrevention !== 'CANCEL_OLDER') return 'gave way'
  }
  return 'met all'
}

/** An order on its way through the book. */
export interface IncomingOrder extends OrderChange {
  readonly venue: Venue
  /** The worst price that it may trade at. */
  readonly bound: Price
  /** Toman per quote coin, from the command that caused the trade. */
  readonly quoteInToman: Price | undefined
  readonly turn: Turn
}

/** The share of a command's work that is done in one go; the rest continues after the waiting commands. */
export interface Turn {
  readonly journal: Journal
  readonly at: number
  matchesLeft: number
}

/** Makes one trade between an incoming order and an order on the book, at the price of the latter. */
function fill(state: EngineState, incoming: IncomingOrder, maker: Order): void {
  const { venue, order: taker, entry, journal, quoteInToman } = incoming
  const { market } = venue
  const unitPrice = limitOf(maker)
  const makerLeft = remainingOf(maker)
  const quantity = smaller(remainingOf(taker), makerLeft)
  const isMakerDone = quantity === makerLeft
  const value = wholePrice({ quantity, unitPrice, market }, 'down')
  const [takerGives, makerGives] = taker.side === 'BUY' ? [value, quantity] : [quantity, value]
  const trade: Trade = {
    id: state.nextTradeId++,
    marketId: market.id,
    takerSide: taker.side,
    unitPrice,
    amount: quantity,
    value,
    takerOrderId: taker.id,
    makerOrderId: maker.id,
    takerUserId: taker.userId,
    makerUserId: maker.userId,
    takerFee: feeOn(makerGives, taker.charges.taker),
    makerFee: feeOn(takerGives, maker.charges.maker),
    quoteInToman,
    at: entry.at,
  }
  journal.trades.push(trade)
  addExecuted(taker, trade, trade.takerFee)
  addExecuted(maker, trade, trade.makerFee)
  if (maker.level) reduceVolume(maker.level, quantity)
  const released = reduceHold(maker, market)

  payOut(state, incoming, trade, {
    from: maker.wallet,
    fromBucket: 'blocked',
    receiver: taker,
    toBucket: 'available',
    quantity: makerGives,
    fee: trade.takerFee,
  })
  payOut(state, incoming, trade, {
    from: taker.wallet,
    fromBucket: 'available',
    receiver: maker,
    toBucket: 'available',
    quantity: takerGives,
    fee: trade.makerFee,
  })
  // A buyer's hold was rounded up per order: the part that the fill did not need is returned.
  move(journal, entry, {
    from: { wallet: maker.wallet, bucket: 'blocked' },
    to: { wallet: maker.wallet, bucket: 'available' },
    quantity: released - makerGives,
  })
  if (isMakerDone) {
    setStatus(maker, 'FINISHED_WITH_TRANSACTION')
    removeOrder(state, maker)
  }
  journal.orders.add(maker)
  endOtherLeg(state, { order: maker, entry, journal })
}

/** The limit of an order on the book or among the stops. */
export function limitOf(order: Order): Price {
  if (order.unitPrice === undefined) throw new Error(`order ${order.id} is on the book without a price`)
  return order.unitPrice
}

function addExecuted(order: Order, trade: Trade, fee: Amount): void {
  order.executed = amount(order.executed + trade.amount)
  order.executedValue = amount(order.executedValue + trade.value)
  order.wage = amount(order.wage + fee)
}

/** Reduces the hold of an order on the book to what its rest needs. @returns the amount that is not held any more */
function reduceHold(maker: Order, market: Market): Amount {
  const { held, side } = maker
  const quantity = remainingOf(maker)
  maker.held = quantity === 0n ? ZERO : holdFor({ side, quantity, unitPrice: limitOf(maker) }, market)
  return amount(held - maker.held)
}
