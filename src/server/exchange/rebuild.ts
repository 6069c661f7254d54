import type { Market } from '#domain/market.ts'
import { addToBook } from '../engine/book.ts'
import { withdrawDue } from '../engine/expire-orders.ts'
import { spentCoin } from '../engine/hold-of.ts'
import type { Order } from '../engine/order.ts'
import { addOpenOrder, createState, type EngineState, venueOf, walletOf } from '../engine/state.ts'
import { awaitPrice } from '../engine/stops.ts'
import type { Queryable } from '../store/database.ts'
import type { OrderRow } from '../store/exchange-rows.ts'
import { readExchange } from '../store/read-exchange.ts'
import { readOpenOrders } from '../store/read-open-orders.ts'
import { readOutcomes } from '../store/read-outcomes.ts'
import { decodeOutcome } from './outcome-text.ts'

/** How long an answered key is remembered: a retry later than that is a new command. All of them stand in memory. */
export const ANSWERS_KEPT_MS = 24 * 3_600_000

/** The state that the last commit left. Time priority survives: orders return to their queues in order of arrival. */
export async function rebuild(
  database: Queryable,
  { markets, now }: { markets: readonly Market[]; now: number },
): Promise<EngineState> {
  const state = createState(markets)
  for (const order of await openOrders(database, state)) {
    if (order.unitPrice === undefined) throw new Error(`open order ${order.id} has no price`)
    addOpenOrder(state, order)
    const { book, stops } = venueOf(state, order.marketId)
    if (order.status === 'PENDING') awaitPrice(stops, order)
    else addToBook(book, order, order.unitPrice)
  }
  await readOutcomes(database, { after: new Date(now - ANSWERS_KEPT_MS - 1) }, (row) =>
    state.answers.add({ ...row, outcome: decodeOutcome(row.outcome, row.at) }),
  )
  const rows = await readExchange(database)
  for (const { marketId, unitPrice } of rows.lastPrices) venueOf(state, marketId).lastPrice = unitPrice
  for (const row of rows.balances) {
    const wallet = walletOf(state, row)
    wallet.available = row.available
    wallet.blocked = row.blocked
  }
  for (const row of rows.holds) state.holds.set(row.reference, { ...row })
  state.nextOrderId = rows.lastOrderId + 1
  state.nextTradeId = rows.lastTradeId + 1
  state.nextSeq = rows.lastSeq + 1
  state.now = now
  withdrawDue(state, now)
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

/** With its properties in the order that a new order has them: the engine's code is fastest on objects of one shape. */
const orderOf = (state: EngineState, row: OrderRow): Order => ({
  id: row.id,
  userId: row.userId,
  marketId: row.marketId,
  side: row.side,
  kind: row.kind,
  unitPrice: row.unitPrice,
  amount: row.amount,
  charges: row.charges,
  clientOrderId: row.clientOrderId,
  createdAt: row.createdAt,
  terms: row.terms,
  status: row.status,
  arrival: row.arrival,
  executed: row.executed,
  executedValue: row.executedValue,
  held: row.held,
  wage: row.wage,
  wallet: walletOf(state, { ownerId: row.userId, coinId: spentCoin(venueOf(state, row.marketId), row.side).id }),
  level: undefined,
  earlier: undefined,
  later: undefined,
})
