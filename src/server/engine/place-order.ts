import { opposite } from '#domain/order.ts'
import { type Price, ZERO } from '#domain/units.ts'
import { bestLevel, crosses, rest, sideOf } from './book.ts'
import { type OrderOutcome, type PlaceOrder, type RefusedOutcome, refused } from './commands.ts'
import { fill, holdFor, remainingOf } from './fill.ts'
import type { Entry, Journal } from './journal.ts'
import { move, openEntry } from './ledger.ts'
import { planMarketOrder } from './market-plan.ts'
import type { Order } from './order.ts'
import { outcomeOf } from './outcome-of.ts'
import { type EngineState, type Venue, venueOf, walletOf } from './state.ts'

/**
 * Trades what it can by price, then by time of arrival; what is left of a limit order rests, of a market order is
 * dropped. Refuses in this order: NO_LIQUIDITY (market orders), NOT_ENOUGH_BALANCE.
 */
export function placeOrder(state: EngineState, command: PlaceOrder, journal: Journal): OrderOutcome | RefusedOutcome {
  const venue = venueOf(state, command.marketId)
  const bound = command.unitPrice ?? boundOfMarketOrder(state, venue, command)
  if (typeof bound === 'string') return refused(bound)
  if (command.unitPrice !== undefined && spendable(state, venue, command) < limitNeeds(venue, command, bound))
    return refused('NOT_ENOUGH_BALANCE')

  const order = createOrder(state, command)
  journal.orders.add(order)
  const entry = openEntry(state, journal, { kind: 'order', reference: `order:${order.id}`, at: command.at })
  const metOwnOrder = match(state, { venue, order, bound, entry, journal, command })
  settleRemainder(state, { venue, order, entry, journal, metOwnOrder })
  // A market order that met nothing but its owner's order moved no money, and neither does an entry without postings.
  if (entry.postings.length === 0) journal.entries.pop()
  return outcomeOf(order, command.at)
}

/** The coins that this order spends, free to use. */
function spendable(state: EngineState, { market }: Venue, { side, userId }: PlaceOrder) {
  const coin = side === 'BUY' ? market.quote : market.base
  return walletOf(state, { ownerId: userId, coinId: coin.id }).available
}

const limitNeeds = ({ market }: Venue, { side, amount }: PlaceOrder, unitPrice: Price) =>
  holdFor({ side, quantity: amount, unitPrice }, market)

function boundOfMarketOrder(
  state: EngineState,
  venue: Venue,
  command: PlaceOrder,
): Price | 'NO_LIQUIDITY' | 'NOT_ENOUGH_BALANCE' {
  const { side, amount: quantity, userId } = command
  const plan = planMarketOrder(venue, { side, quantity, userId })
  if (!plan || plan.fillable === 0n) return 'NO_LIQUIDITY'
  if (spendable(state, venue, command) < (side === 'BUY' ? plan.value : quantity)) return 'NOT_ENOUGH_BALANCE'
  return plan.bound
}

function createOrder(state: EngineState, command: PlaceOrder): Order {
  return {
    id: state.nextOrderId++,
    userId: command.userId,
    marketId: command.marketId,
    side: command.side,
    kind: command.unitPrice === undefined ? 'MARKET' : 'LIMITED',
    unitPrice: command.unitPrice,
    amount: command.amount,
    charges: command.charges,
    clientOrderId: command.clientOrderId,
    createdAt: command.at,
    status: 'IS_OPEN',
    executed: ZERO,
    executedValue: ZERO,
    held: ZERO,
    wage: ZERO,
    level: undefined,
    earlier: undefined,
    later: undefined,
  }
}

interface Match {
  readonly venue: Venue
  readonly order: Order
  readonly bound: Price
  readonly entry: Entry
  readonly journal: Journal
  readonly command: PlaceOrder
}

/** Returns true when it ended at an order of the same user: the newer gives way, nobody trades with himself. */
function match(state: EngineState, { venue, order, bound, entry, journal, command }: Match): boolean {
  const other = sideOf(venue.book, opposite(order.side))
  const { at, quoteInToman } = command
  while (remainingOf(order) > 0n) {
    const level = bestLevel(other)
    const maker = level?.first
    if (!level || !maker || !crosses(order.side, bound, level)) return false
    if (maker.userId === order.userId) return true
    fill(state, { venue, taker: order, maker, entry, journal, at, quoteInToman })
  }
  return false
}

interface Remainder {
  readonly venue: Venue
  readonly order: Order
  readonly entry: Entry
  readonly journal: Journal
  readonly metOwnOrder: boolean
}

function settleRemainder(state: EngineState, { venue, order, entry, journal, metOwnOrder }: Remainder): void {
  const quantity = remainingOf(order)
  const { unitPrice } = order
  if (quantity === 0n || unitPrice === undefined || metOwnOrder) {
    order.status = order.executed > 0n ? 'FINISHED_WITH_TRANSACTION' : 'FINISHED_WITHOUT_TRANSACTION'
    return
  }
  order.held = holdFor({ side: order.side, quantity, unitPrice }, venue.market)
  const coin = order.side === 'BUY' ? venue.market.quote : venue.market.base
  const wallet = walletOf(state, { ownerId: order.userId, coinId: coin.id })
  move(journal, entry, {
    from: { wallet, bucket: 'available' },
    to: { wallet, bucket: 'blocked' },
    quantity: order.held,
  })
  rest(venue.book, order, unitPrice)
  state.orders.set(order.id, order)
}
