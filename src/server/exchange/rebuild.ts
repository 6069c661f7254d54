import { type Market, UNIT_PRICE_MAX } from '#domain/market.ts'
import type { MarketHours } from '#domain/market-state.ts'
import { type OrderRecord, opposite } from '#domain/order.ts'
import { type Price, price } from '#domain/units.ts'
import { addStop, addToBook, bestLevel, crosses, sideOf, takeReached } from '../engine/book.ts'
import { addOpenOrder, removeExpired } from '../engine/open-orders.ts'
import { type Order, restoreOrder, spentCoin } from '../engine/order.ts'
import { RECENT_MS } from '../engine/recent-withdrawals.ts'
import { Answers, createState, type EngineState, type Entering, type Venue, venueOf } from '../engine/state.ts'
import { walletOf } from '../engine/wallet.ts'
import type { Queryable } from '../store/database.ts'
import { readExchange } from '../store/read-exchange.ts'
import { readOpenOrders } from '../store/read-open-orders.ts'
import { readHaltOrders, readHolidays, readRulesRevision } from '../store/trading/market-halts.ts'
import { recallNewest } from './stored-answers.ts'
import { WarmWallets } from './warm-wallets.ts'

/** Rebuilds the state that the last commit left. Time priority survives: orders return to their queues in order of arrival. */
export async function rebuild(
  database: Queryable,
  {
    markets,
    hours,
    answersMax,
    matchesMax,
    number,
    now,
    warm = new WarmWallets(),
  }: {
    markets: readonly Market[]
    hours: MarketHours
    answersMax: number
    matchesMax: number
    /** Of the newest commit. */
    number: number
    now: number
    /** Wallets that were read before, while another process wrote. */
    warm?: WarmWallets | undefined
  },
): Promise<EngineState> {
  // Read first, so that these rules are at least as new.
  const revision = await readRulesRevision(database)
  const { halts } = await readHaltOrders(database)
  const rules = { hours, halts, holidays: await readHolidays(database), revision }
  const state = createState(markets, { rules, answers: new Answers(answersMax), matchesMax, wallets: warm.wallets })
  for (const order of await openOrders(database, state)) {
    addOpenOrder(state, order)
    // It left the book when it expired, and has not ended yet: others have passed its price since.
    if (order.terms.expiresAt !== undefined && order.terms.expiresAt <= now) continue
    const venue = venueOf(state, order.marketId)
    if (order.status === 'PENDING') addStop(venue.stops, order)
    else if (order.unitPrice !== undefined && isAtRest(venue, order, order.unitPrice))
      addToBook(venue.book, order, order.unitPrice)
    else goOn(state, venue, { order, bound: order.unitPrice ?? NO_PRICE[order.side] })
  }
  await recallNewest(database, state.answers, now)
  const rows = await readExchange(database, { withdrawalsSince: now - RECENT_MS })
  for (const { marketId, unitPrice } of rows.lastPrices) {
    const venue = venueOf(state, marketId)
    venue.lastPrice = unitPrice
    // These stops were triggered, but had not had their turn. A stop that the price has left since then waits for it again.
    for (const order of takeReached(venue.stops, { lowest: unitPrice, highest: unitPrice }))
      goOn(state, venue, { order, bound: undefined })
  }
  await warm.catchUp(database)
  for (const row of rows.recentWithdrawals) state.recentWithdrawals.add(row)
  for (const row of rows.holds) state.holds.set(row.reference, row)
  state.nextOrderId = rows.lastOrderId + 1
  state.nextTradeId = rows.lastTradeId + 1
  state.nextWithdrawalId = rows.lastWithdrawalId + 1
  state.nextSeq = rows.lastSeq + 1
  state.now = now
  removeExpired(state, now)
  for (const venue of state.venues.values()) venue.bookStamp = { number, at: now }
  return state
}

/** Whether an order rests on the book. One that was entering it in turns does not: it would trade with the book, or may not stay there. */
function isAtRest({ book }: Venue, { side, terms }: Order, limit: Price): boolean {
  const best = bestLevel(sideOf(book, opposite(side)))
  return terms.timeInForce === 'GTC' && !(best && crosses(limit, best))
}

/** The bound of a market order existed in memory alone, so the rest of the order is dropped. */
const NO_PRICE = { BUY: price(0n), SELL: price(UNIT_PRICE_MAX + 1n) }

function goOn(state: EngineState, venue: Venue, entering: Pick<Entering, 'order' | 'bound'>): void {
  venue.underWay.add({ ...entering, quoteInToman: undefined, prices: undefined })
  state.busyVenues.add(venue)
}

/** In order of arrival. Nobody else writes since the epoch was taken, so everything read here is of one state. */
async function openOrders(database: Queryable, state: EngineState): Promise<Order[]> {
  const orders: Order[] = []
  await readOpenOrders(database, (row) => orders.push(orderOf(state, row)))
  return orders.sort((a, b) => arrivedAfter(a) - arrivedAfter(b) || arrivedSeq(a) - arrivedSeq(b))
}

const arrivedAfter = ({ id, arrival }: Order) => arrival?.afterOrderId ?? id
const arrivedSeq = ({ arrival }: Order) => arrival?.seq ?? 0

const orderOf = (state: EngineState, row: OrderRecord): Order => {
  const { market } = venueOf(state, row.marketId)
  return restoreOrder(row, walletOf(state, { ownerId: row.userId, coinId: spentCoin(market, row.side).id }))
}
