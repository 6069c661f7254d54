import type { Market } from '#domain/market.ts'
import { rest } from '../engine/book.ts'
import { watchExpiry } from '../engine/expiries.ts'
import type { Order } from '../engine/order.ts'
import { answerKey, createState, createWallet, type EngineState, venueOf, walletKey } from '../engine/state.ts'
import { awaitPrice } from '../engine/stops.ts'
import type { Queryable } from '../store/database.ts'
import { readExchange } from '../store/read-exchange.ts'
import { decodeOutcome } from './outcome-text.ts'

/** How long an answered key is remembered: a retry later than that is a new command. All of them stand in memory. */
export const ANSWERS_KEPT_MS = 24 * 3_600_000

/** The state that the last commit left. Time priority survives: orders return to their queues in order of arrival. */
export async function rebuild(
  database: Queryable,
  { markets, now }: { markets: readonly Market[]; now: number },
): Promise<EngineState> {
  const rows = await readExchange(database, { outcomesSince: new Date(now - ANSWERS_KEPT_MS) })
  const state = createState(markets)
  for (const row of rows.openOrders) {
    if (row.unitPrice === undefined) throw new Error(`open order ${row.id} has no price`)
    const order: Order = { ...row, level: undefined, earlier: undefined, later: undefined }
    state.orders.set(order.id, order)
    watchExpiry(state.expiries, order)
    const { book, stops } = venueOf(state, order.marketId)
    const { stopPrice } = order.terms
    if (order.status === 'PENDING' && stopPrice !== undefined) awaitPrice(stops, order, stopPrice)
    else rest(book, order, row.unitPrice)
  }
  for (const { marketId, unitPrice } of rows.lastPrices) venueOf(state, marketId).lastPrice = unitPrice
  for (const row of rows.balances) state.wallets.set(walletKey(row.ownerId, row.coinId), createWallet(row))
  for (const row of rows.holds) state.holds.set(row.reference, { ...row })
  for (const row of rows.outcomes)
    state.answers.set(answerKey(row.userId, row.key), { ...row, outcome: decodeOutcome(row.outcome) })
  state.nextOrderId = rows.lastOrderId + 1
  state.nextTradeId = rows.lastTradeId + 1
  state.nextSeq = rows.lastSeq + 1
  return state
}
