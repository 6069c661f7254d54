import type { Market } from '#domain/market.ts'
import type { MarketHours } from '#domain/market-state.ts'
import type { OrderRecord } from '#domain/order.ts'
import { Answers } from '../engine/answers.ts'
import { addToBook } from '../engine/book.ts'
import { removeExpired } from '../engine/expire-orders.ts'
import { addOpenOrder } from '../engine/open-orders.ts'
import { type Order, restoreOrder, spentCoin } from '../engine/order.ts'
import { createState, type EngineState, venueOf } from '../engine/state.ts'
import { addStop } from '../engine/stops.ts'
import { walletOf } from '../engine/wallet.ts'
import type { Queryable } from '../store/database.ts'
import { readBalances, readExchange } from '../store/read-exchange.ts'
import { readOpenOrders } from '../store/read-open-orders.ts'
import { readHaltOrders, readHolidays } from '../store/trading/market-halts.ts'
import { recallNewest } from './recall-answers.ts'

/** The state that the last commit left. Time priority survives: orders return to their queues in order of arrival. */
export async function rebuild(
  database: Queryable,
  {
    markets,
    hours,
    answersMax,
    now,
  }: { markets: readonly Market[]; hours: MarketHours; answersMax: number; now: number },
): Promise<EngineState> {
  const rules = { hours, halts: (await readHaltOrders(database)).halts, holidays: await readHolidays(database) }
  const state = createState(markets, rules, new Answers(answersMax))
  for (const order of await openOrders(database, state)) {
    if (order.unitPrice === undefined) throw new Error(`open order ${order.id} has no price`)
    addOpenOrder(state, order)
    const { book, stops } = venueOf(state, order.marketId)
    if (order.status === 'PENDING') addStop(stops, order)
    else addToBook(book, order, order.unitPrice)
  }
  await recallNewest(database, state.answers, now)
  const rows = await readExchange(database)
  for (const { marketId, unitPrice } of rows.lastPrices) venueOf(state, marketId).lastPrice = unitPrice
  await readBalances(database, ({ ownerId, coinId, available, blocked }) => {
    const wallet = walletOf(state, { ownerId, coinId })
    wallet.available = available
    wallet.blocked = blocked
  })
  for (const row of rows.holds) state.holds.set(row.reference, row)
  state.nextOrderId = rows.lastOrderId + 1
  state.nextTradeId = rows.lastTradeId + 1
  state.nextSeq = rows.lastSeq + 1
  state.now = now
  removeExpired(state, now)
  return state
}

/** In order of arrival. Nobody writes meanwhile, since the epoch was taken: all that is read here is of one state. */
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
