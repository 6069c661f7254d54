import { feeOn } from '#domain/fee.ts'
import { wholePrice } from '#domain/market.ts'
import { become } from '#domain/order-life-cycle.ts'
import { type Amount, amount, type Price, ZERO } from '#domain/units.ts'
import { thin } from './book.ts'
import { holdFor, remainingOf } from './hold-of.ts'
import type { Entry, Journal } from './journal.ts'
import { leave } from './leave.ts'
import { type Account, move } from './ledger.ts'
import type { Order } from './order.ts'
import { type EngineState, type Venue, walletOf } from './state.ts'
import { takeFee } from './take-fee.ts'

interface Fill {
  readonly venue: Venue
  readonly taker: Order
  readonly maker: Order
  readonly entry: Entry
  readonly journal: Journal
  readonly at: number
  /** Of the command that brought it about. */
  readonly quoteInToman: Price | undefined
}

/** One trade between a taker and the resting order it met, at the resting order's price. */
export function fill(state: EngineState, { venue, taker, maker, entry, journal, at, quoteInToman }: Fill): void {
  const unitPrice = limitOf(maker)
  const quantity = smaller(remainingOf(taker), remainingOf(maker))
  const value = wholePrice({ quantity, unitPrice, market: venue.market }, 'down')
  const [buyer, seller] = taker.side === 'BUY' ? [taker, maker] : [maker, taker]
  const rateOf = (order: Order) => (order === maker ? order.charges.maker : order.charges.taker)
  const buyerFee = feeOn(quantity, rateOf(buyer))
  const sellerFee = feeOn(value, rateOf(seller))

  execute(buyer, { quantity, value, fee: buyerFee })
  execute(seller, { quantity, value, fee: sellerFee })
  if (maker.level) thin(venue.book, maker.level, quantity)
  const unheld = releaseHold(maker, venue)

  const { base, quote } = venue.market
  const trade = { id: state.nextTradeId++, market: venue.market, unitPrice, quoteInToman }
  const payWith = (from: Account, ownerId: number, paid: bigint) => {
    const wallet = walletOf(state, { ownerId, coinId: from.wallet.coinId })
    move(journal, entry, { from, to: { wallet, bucket: 'available' }, quantity: paid })
  }
  const paying = (order: Order, coinId: number): Account => ({
    wallet: walletOf(state, { ownerId: order.userId, coinId }),
    bucket: order === maker ? 'blocked' : 'available',
  })
  const baseFrom = paying(seller, base.id)
  payWith(baseFrom, buyer.userId, quantity - buyerFee)
  takeFee(state, { journal, entry, from: baseFrom, payer: buyer, fee: buyerFee, trade })
  const quoteFrom = paying(buyer, quote.id)
  payWith(quoteFrom, seller.userId, value - sellerFee)
  takeFee(state, { journal, entry, from: quoteFrom, payer: seller, fee: sellerFee, trade })
  // A buyer's hold was rounded up per order: what the fill did not need goes back.
  if (maker === buyer) payWith(quoteFrom, buyer.userId, unheld - value)

  if (remainingOf(maker) === 0n) finish(state, venue, maker)
  journal.orders.add(maker)
  recordTrade({ journal, trade, taker, maker, quantity, value, at, fees: [buyerFee, sellerFee] })
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
function releaseHold(maker: Order, { market }: Venue): Amount {
  const needed = holdFor({ side: maker.side, quantity: remainingOf(maker), unitPrice: limitOf(maker) }, market)
  const unheld = amount(maker.held - needed)
  maker.held = needed
  return unheld
}

function finish(state: EngineState, venue: Venue, maker: Order): void {
  become(maker, 'FINISHED_WITH_TRANSACTION')
  leave(state, venue, maker)
}

interface Traded {
  readonly journal: Journal
  readonly trade: { readonly id: number; readonly unitPrice: Price; readonly quoteInToman: Price | undefined }
  readonly taker: Order
  readonly maker: Order
  readonly quantity: Amount
  readonly value: Amount
  readonly at: number
  readonly fees: readonly [buyer: Amount, seller: Amount]
}

function recordTrade({ journal, trade, taker, maker, quantity, value, at, fees }: Traded): void {
  const [buyerFee = ZERO, sellerFee = ZERO] = fees
  journal.trades.push({
    id: trade.id,
    marketId: taker.marketId,
    takerSide: taker.side,
    unitPrice: trade.unitPrice,
    amount: quantity,
    value,
    takerOrderId: taker.id,
    makerOrderId: maker.id,
    takerUserId: taker.userId,
    makerUserId: maker.userId,
    takerFee: taker.side === 'BUY' ? buyerFee : sellerFee,
    makerFee: taker.side === 'BUY' ? sellerFee : buyerFee,
    quoteInToman: trade.quoteInToman,
    at,
  })
}
