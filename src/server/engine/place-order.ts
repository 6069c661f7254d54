import { opposite } from '#domain/order.ts'
import { PLAIN_TERMS } from '#domain/order-terms.ts'
import { type Price, ZERO } from '#domain/units.ts'
import { bestLevel, sideOf } from './book.ts'
import { type OrderOutcome, type PlaceOrder, type RefusedOutcome, refused } from './commands.ts'
import { complaintOfBook } from './complaint-of-book.ts'
import { watchExpiry } from './expiries.ts'
import { holdFor, spentCoin, takeHold } from './hold-of.ts'
import { type Journal, noteOrder } from './journal.ts'
import { openEntry } from './ledger.ts'
import { enterBook } from './match.ts'
import type { Order } from './order.ts'
import { outcomeOf } from './outcome-of.ts'
import { type EngineState, type Venue, venueOf, walletOf } from './state.ts'
import { awaitPrice, isReached, someWait } from './stops.ts'
import { bandBound, planTaking } from './taking-plan.ts'
import { triggerStops } from './trigger-stops.ts'
import type { Wallet } from './wallet.ts'

/**
 * Lets an order meet the book, or wait for its price, and then whatever stops its trades have reached. Refuses in this order:
 * NO_LIQUIDITY, POST_ONLY_WOULD_TRADE, FILL_OR_KILL_NOT_FILLABLE, NOT_ENOUGH_BALANCE, and the warning of a limit
 * price far worse than the market.
 */
export function placeOrder(state: EngineState, command: PlaceOrder, journal: Journal): OrderOutcome | RefusedOutcome {
  const venue = venueOf(state, command.marketId)
  const wallet = walletOf(state, { ownerId: command.userId, coinId: spentCoin(venue, command.side).id })
  const bound =
    command.unitPrice === undefined ? admitMarketOrder(venue, command, wallet) : admitLimitOrder(venue, command, wallet)
  if (typeof bound !== 'bigint') return bound

  const order = createOrder(state, command, { wallet, isWaiting: waits(venue, command) })
  const firstTrade = journal.trades.length
  const entry = openEntry(state, journal, { kind: 'order', cause: order.id, at: command.at })
  noteOrder(journal, entry, order)
  const { stopPrice } = order.terms
  if (order.status === 'PENDING' && stopPrice !== undefined) {
    takeHold(
      { order, entry, journal },
      holdFor({ side: order.side, quantity: order.amount, unitPrice: bound }, venue.market),
    )
    awaitPrice(venue.stops, order, stopPrice)
    state.orders.add(order)
    watchExpiry(state.expiries, order)
    return outcomeOf(order, command.at)
  }
  const { at, quoteInToman } = command
  enterBook(state, { venue, order, bound, entry, journal, at, quoteInToman })
  // An order that only met its owner's moved no money, and neither does an entry without postings.
  if (journal.postings.at(-1)?.seq !== entry.seq) journal.entries.pop()
  if (someWait(venue.stops)) triggerStops(state, { venue, journal, at, quoteInToman, firstTrade })
  return outcomeOf(order, command.at)
}

/** A stop waits unless the market stands at its price, or beyond, already. */
const waits = ({ lastPrice }: Venue, { side, terms }: PlaceOrder) =>
  terms?.stopPrice !== undefined && !isReached({ side, stopPrice: terms.stopPrice }, lastPrice)

/** The worst price a market order may trade at, or why it may not. */
function admitMarketOrder(venue: Venue, command: PlaceOrder, wallet: Wallet): Price | RefusedOutcome {
  const { side, amount: quantity, userId, terms = PLAIN_TERMS } = command
  const bound = bandBound(venue, side)
  if (bound === undefined) return refused('NO_LIQUIDITY')
  const { selfTradePrevention } = terms
  const { fillable, value } = planTaking(venue, { side, quantity, userId, bound, selfTradePrevention })
  if (fillable === 0n) return refused('NO_LIQUIDITY')
  if (terms.timeInForce === 'FOK' && fillable < quantity) return refused('FILL_OR_KILL_NOT_FILLABLE')
  if (!wallet.covers(side === 'BUY' ? value : quantity)) return refused('NOT_ENOUGH_BALANCE')
  return bound
}

/** The limit of a limit or stop-limit order, or why it may not be placed. */
function admitLimitOrder(venue: Venue, command: PlaceOrder, wallet: Wallet): Price | RefusedOutcome {
  const { side, amount: quantity, unitPrice, userId, terms = PLAIN_TERMS } = command
  if (unitPrice === undefined) throw new Error('a limit order has a price')
  // What the book says of a stop is asked when it is triggered.
  const complaint =
    terms.stopPrice === undefined && complaintOfBook(venue, { side, userId, amount: quantity, terms }, unitPrice)
  if (complaint) return refused(complaint)
  if (!wallet.covers(holdFor({ side, quantity, unitPrice }, venue.market))) return refused('NOT_ENOUGH_BALANCE')
  const marketPrice = command.warnsOfPrice ? farBetterPrice(venue, side, unitPrice) : undefined
  if (marketPrice === undefined) return unitPrice
  return refused('NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER', { marketPrice })
}

const MILLION = 1_000_000n

/** The market's price, best of the other side or else of the last trade, where the limit is worse by more than is usual. */
function farBetterPrice({ market, book, lastPrice }: Venue, side: Order['side'], unitPrice: Price): Price | undefined {
  const marketPrice = bestLevel(sideOf(book, opposite(side)))?.price ?? lastPrice
  if (marketPrice === undefined) return undefined
  const slack = (marketPrice * market.forceWarning) / MILLION
  const isFar = side === 'BUY' ? unitPrice > marketPrice + slack : unitPrice < marketPrice - slack
  return isFar ? marketPrice : undefined
}

function createOrder(
  state: EngineState,
  command: PlaceOrder,
  { wallet, isWaiting }: { wallet: Wallet; isWaiting: boolean },
): Order {
  const { unitPrice, terms = PLAIN_TERMS } = command
  const kind = unitPrice === undefined ? 'MARKET' : terms.stopPrice === undefined ? 'LIMITED' : 'STOP_LIMIT'
  return {
    id: state.nextOrderId++,
    userId: command.userId,
    marketId: command.marketId,
    side: command.side,
    kind,
    unitPrice,
    amount: command.amount,
    charges: command.charges,
    clientOrderId: command.clientOrderId,
    createdAt: command.at,
    terms,
    status: isWaiting ? 'PENDING' : 'IS_OPEN',
    arrival: undefined,
    executed: ZERO,
    executedValue: ZERO,
    held: ZERO,
    wage: ZERO,
    wallet,
    lastSeq: 0,
    level: undefined,
    earlier: undefined,
    later: undefined,
  }
}
