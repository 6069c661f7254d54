import { feeOn } from '#domain/fee.ts'
import { type Market, wholePrice } from '#domain/market.ts'
import { setStatus } from '#domain/order-life-cycle.ts'
import type { Trade } from '#domain/trade.ts'
import { type Amount, amount, type Price, ZERO } from '#domain/units.ts'
import { reduceVolume } from './book.ts'
import { type Journal, move } from './journal.ts'
import { type OrderChange, removeOrder } from './open-orders.ts'
import { holdFor, type Order, remainingOf } from './order.ts'
import { payOut } from './pay-out.ts'
import type { EngineState, Venue } from './state.ts'

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
export function fill(state: EngineState, incoming: IncomingOrder, maker: Order): void {
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
}

export const smaller = (a: Amount, b: Amount): Amount => (a < b ? a : b)

function limitOf(order: Order): Price {
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
