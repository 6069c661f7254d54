import { feeOn } from '#domain/fee.ts'
import { wholePrice } from '#domain/market.ts'
import { setStatus } from '#domain/order-life-cycle.ts'
import { type Amount, amount, type Price, ZERO } from '#domain/units.ts'
import { reduceVolume } from './book.ts'
import type { Entering } from './entering.ts'
import { holdFor } from './hold-of.ts'
import { leave } from './leave.ts'
import { move } from './ledger.ts'
import { type Order, remainingOf } from './order.ts'
import { payOut } from './pay-out.ts'
import { type EngineState, type Venue, walletOf } from './state.ts'

/** One trade between a taker and the resting order it met, at the resting order's price. */
export function fill(state: EngineState, entering: Entering, maker: Order): void {
  const { venue, order: taker, entry, journal, quoteInToman } = entering
  const { market } = venue
  const unitPrice = limitOf(maker)
  const makerLeft = remainingOf(maker)
  const quantity = smaller(remainingOf(taker), makerLeft)
  const value = wholePrice({ quantity, unitPrice, market }, 'down')
  const isBuying = taker.side === 'BUY'
  const takerFee = feeOn(isBuying ? quantity : value, taker.charges.taker)
  const makerFee = feeOn(isBuying ? value : quantity, maker.charges.maker)
  execute(taker, { quantity, value, fee: takerFee })
  execute(maker, { quantity, value, fee: makerFee })
  if (maker.level) reduceVolume(venue.book, maker.level, quantity)
  const unheld = releaseHold(maker, venue, makerLeft === quantity)

  const deal = { id: state.nextTradeId++, market, unitPrice, quoteInToman, entry, journal }
  const [takerGives, makerGives] = isBuying ? [value, quantity] : [quantity, value]
  const takerGets = walletOf(state, { ownerId: taker.userId, coinId: maker.wallet.coinId })
  payOut(state, deal, {
    from: maker.wallet,
    fromBucket: 'blocked',
    to: takerGets,
    toBucket: 'available',
    receiver: taker,
    quantity: makerGives,
    fee: takerFee,
  })
  const makerGets = walletOf(state, { ownerId: maker.userId, coinId: taker.wallet.coinId })
  payOut(state, deal, {
    from: taker.wallet,
    fromBucket: 'available',
    to: makerGets,
    toBucket: 'available',
    receiver: maker,
    quantity: takerGives,
    fee: makerFee,
  })
  // A buyer's hold was rounded up per order: what the fill did not need goes back.
  if (unheld !== makerGives)
    move(journal, entry, {
      from: { wallet: maker.wallet, bucket: 'blocked' },
      to: { wallet: maker.wallet, bucket: 'available' },
      quantity: unheld - makerGives,
    })

  if (makerLeft === quantity) finish(state, venue, maker)
  journal.orders.add(maker)
  recordTrade(entering, { id: deal.id, maker, unitPrice, quantity, value, takerFee, makerFee })
}

const smaller = (a: Amount, b: Amount): Amount => (a < b ? a : b)

function limitOf(order: Order): Price {
  if (order.unitPrice === undefined) throw new Error(`order ${order.id} rests without a price`)
  return order.unitPrice
}

function execute(order: Order, done: { quantity: Amount; value: Amount; fee: Amount }): void {
  order.executed = amount(order.executed + done.quantity)
  order.executedValue = amount(order.executedValue + done.value)
  order.wage = amount(order.wage + done.fee)
}

/** What a resting order still needs is held again from the rest of it; the difference is free for the trade. */
function releaseHold(maker: Order, { market }: Venue, isDone: boolean): Amount {
  const { held, side } = maker
  maker.held = isDone ? ZERO : holdFor({ side, quantity: remainingOf(maker), unitPrice: limitOf(maker) }, market)
  return isDone ? held : amount(held - maker.held)
}

function finish(state: EngineState, venue: Venue, maker: Order): void {
  setStatus(maker, 'FINISHED_WITH_TRANSACTION')
  leave(state, venue, maker)
}

interface Traded {
  readonly id: number
  readonly maker: Order
  readonly unitPrice: Price
  readonly quantity: Amount
  readonly value: Amount
  readonly takerFee: Amount
  readonly makerFee: Amount
}

function recordTrade({ journal, order: taker, at, quoteInToman }: Entering, traded: Traded): void {
  const { id, maker, unitPrice, quantity, value, takerFee, makerFee } = traded
  journal.trades.push({
    id,
    marketId: taker.marketId,
    takerSide: taker.side,
    unitPrice,
    amount: quantity,
    value,
    takerOrderId: taker.id,
    makerOrderId: maker.id,
    takerUserId: taker.userId,
    makerUserId: maker.userId,
    takerFee,
    makerFee,
    quoteInToman,
    at,
  })
}
