import type * as z from 'zod/mini'
import type { Deposit } from '#contract/deposits.ts'
import { REFUSALS } from '#contract/errors.ts'
import { lockPrice as lockEndpoint, quickBuy, quickSell } from '#contract/exchange.ts'
import { amendOrder as amendEndpoint, batchOrders, placeOco as placeOcoEndpoint } from '#contract/order-changes.ts'
import { getOrderTrades } from '#contract/order-lists.ts'
import {
  cancelAllOrders as cancelAllEndpoint,
  cancelOrder as cancelEndpoint,
  getOrder,
  getOrders,
  getTrades,
  placeBuyOrder,
  placeSellOrder,
} from '#contract/orders.ts'
import { getOutcome, type KeyOutcome } from '#contract/outcomes.ts'
import { exportOrders, exportTrades } from '#contract/own-files.ts'
import { Rejected, rejected, rejectPage } from '#contract/rejected.ts'
import type { Withdrawal } from '#contract/withdrawals.ts'
import type { Language } from '#domain/market-state.ts'
import type { Side } from '#domain/order.ts'
import { codeOfFailure, type Exchange } from '../exchange/exchange.ts'
import { OwnListFiles } from '../http/own-list-files.ts'
import { type Call, type Route, route } from '../http/route.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Queryable } from '../store/database.ts'
import { readOrder } from '../store/trading/orders.ts'
import { cancelAllOrders, cancelOrder } from './cancel-orders.ts'
import { ordersForFile, tradesForFile } from './export-own-lists.ts'
import { type OrderOnWire, orderOnWire } from './order-on-wire.ts'
import { findOrder, listOrders, listOrderTrades, listTrades } from './own-lists.ts'
import { placeOco } from './place-oco.ts'
import { amendOrder, type OrderRequest, placeOrder } from './place-order.ts'
import { lockPrice, quickTrade } from './quick-trade.ts'
import { marketOf, type Trader, type Trading } from './trading.ts'

export function tradingRoutes(trading: Trading): Route[] {
  return [
    ...placingRoutes(trading),
    ...cancellingRoutes(trading),
    ...listRoutes(trading),
    ...fileRoutes(trading),
    ...quickTradeRoutes(trading),
  ]
}

function placingRoutes(trading: Trading): Route[] {
  const place = async ({
    caller,
    body,
    query,
    idempotencyKey: key,
  }: Call<typeof placeBuyOrder | typeof placeSellOrder>) =>
    enveloped(
      await placeOrder(trading, caller, { ...body, ...KINDS[body.orderType], force: query.force === 'true', key }),
    )
  return [
    route(placeBuyOrder, place),
    route(placeSellOrder, place),
    route(placeOcoEndpoint, async ({ caller, body, query, idempotencyKey: key }) => {
      const legs = await placeOco(trading, caller, { ...body, force: query.force === 'true', key })
      return legs instanceof Rejected ? legs : { content: legs }
    }),
    route(amendEndpoint, async ({ caller, params, body, query, idempotencyKey: key }) =>
      enveloped(await amendOrder(trading, caller, { ...body, id: params.id, force: query.force === 'true', key })),
    ),
    route(batchOrders, async ({ caller, body, language }) => {
      // Each item queues its command before it waits, so that the commands arrive in this order.
      const outcomes = await Promise.all(
        body.orders.map((item) => executeItem(trading, caller, item).catch(failedItem)),
      )
      return { content: outcomes.map((outcome) => batchOutcome(outcome, language)) }
    }),
  ]
}

/** The outcome of one item does not affect the others, even if the exchange is too busy for it. */
const executeItem = (trading: Trading, trader: Trader, item: Call<typeof batchOrders>['body']['orders'][number]) =>
  item.action === 'CANCEL'
    ? cancelOrder(trading, trader, { id: item.id, key: item.clientOrderId })
    : placeOrder(trading, trader, { ...item, ...KINDS[item.orderType], key: item.clientOrderId })

function failedItem(error: unknown): Rejected {
  const code = codeOfFailure(error)
  if (code === undefined) throw error
  return rejected(code)
}

type PlacedType = `${OrderRequest['kind']}_${Side}`

/** The kind and terms of each order type of the wire. */
const KINDS = {
  LIMITED_BUY: { kind: 'LIMITED', side: 'BUY' },
  LIMITED_SELL: { kind: 'LIMITED', side: 'SELL' },
  MARKET_BUY: { kind: 'MARKET', side: 'BUY' },
  MARKET_SELL: { kind: 'MARKET', side: 'SELL' },
  STOP_LIMIT_BUY: { kind: 'STOP_LIMIT', side: 'BUY' },
  STOP_LIMIT_SELL: { kind: 'STOP_LIMIT', side: 'SELL' },
} as const satisfies Record<PlacedType, Pick<OrderRequest, 'kind' | 'side'>>

function batchOutcome(outcome: OrderOnWire | Rejected, language: Language) {
  if (!(outcome instanceof Rejected)) return { order: outcome }
  const { code, field, details } = outcome
  return {
    code,
    errors: [REFUSALS[code][language]],
    ...(field === undefined ? {} : { field }),
    ...(details === undefined ? {} : { baseDTO: details }),
  }
}

function cancellingRoutes(trading: Trading): Route[] {
  return [
    route(cancelEndpoint, async ({ caller, params, idempotencyKey: key }) =>
      enveloped(await cancelOrder(trading, caller, { id: params.id, key })),
    ),
    route(cancelAllEndpoint, async ({ caller, query, idempotencyKey: key }) =>
      enveloped(await cancelAllOrders(trading, caller, { marketType: query.market, key })),
    ),
  ]
}

function listRoutes(trading: Trading): Route[] {
  return [
    route(
      getOrders,
      ({ caller, query }) =>
        rejectPage(query) ?? listOrders(trading, caller.userId, { ...query, place: placeOf(query.orderType) }),
    ),
    route(getOrder, async ({ caller, params }) => enveloped(await findOrder(trading, caller.userId, params.id))),
    route(
      getTrades,
      ({ caller, query }) =>
        rejectPage(query) ?? listTrades(trading, caller.userId, { ...query, place: placeOf(query.type) }),
    ),
    route(
      getOrderTrades,
      ({ caller, params, query }) =>
        rejectPage(query) ?? listOrderTrades(trading, caller.userId, { ...query, id: params.id }),
    ),
  ]
}

function fileRoutes(trading: Trading): Route[] {
  const files = new OwnListFiles(trading.now)
  return [
    route(exportOrders, async ({ caller: { userId }, query, language }) => {
      const asked = { ...query, place: placeOf(query.orderType) }
      return files.send(userId, await ordersForFile(trading, { userId, asked, language }))
    }),
    route(exportTrades, async ({ caller: { userId }, query, language }) => {
      const asked = { ...query, place: placeOf(query.type) }
      return files.send(userId, await tradesForFile(trading, { userId, asked, language }))
    }),
  ]
}

/** OTC and EXCHANGE are two names of the same thing. */
function placeOf(asked: 'P2P' | 'OTC' | 'EXCHANGE' | 'ALL' | undefined): 'P2P' | 'EXCHANGE' | undefined {
  if (asked === 'ALL' || asked === undefined) return undefined
  return asked === 'P2P' ? 'P2P' : 'EXCHANGE'
}

function quickTradeRoutes(trading: Trading): Route[] {
  return [
    route(lockEndpoint, ({ caller, body: { orderType, ...body } }) =>
      enveloped(lockPrice(trading, caller, { ...body, side: orderType === 'EXCHANGE_BUY' ? 'BUY' : 'SELL' })),
    ),
    route(quickBuy, async (call) => {
      const { caller, body, idempotencyKey: key } = call
      if (isBeyondRights({ caller, body })) return new Rejected('API_KEY_RIGHT_MISSING')
      // A program has no second step: its key was given the right to withdraw by one.
      const buyer = caller.kind === 'session' ? { ...call, caller } : 'program'
      return enveloped(await quickTrade(trading, caller, { ...body, side: 'BUY', key }, buyer))
    }),
    route(quickSell, async ({ caller, body, idempotencyKey: key }) =>
      enveloped(await quickTrade(trading, caller, { ...body, side: 'SELL', key }, 'program')),
    ),
  ]
}

/** A purchase that leaves immediately is a withdrawal, too. */
const isBeyondRights = ({ caller, body }: Pick<Call<typeof quickBuy>, 'caller' | 'body'>) =>
  body.destinationWallet !== undefined && caller.kind === 'key' && !caller.rights.includes('withdraw')

const enveloped = <Result extends object>(result: Result | Rejected) =>
  result instanceof Rejected ? result : { baseDTO: result }

export function outcomeRoutes(outcomes: Outcomes): Route[] {
  return [
    route(getOutcome, async ({ caller, params }) => ({
      baseDTO: await findOutcome(outcomes, { userId: caller.userId, key: params.key }),
    })),
  ]
}

type OutcomeOnWire = z.input<typeof KeyOutcome>

export interface Outcomes {
  readonly database: Queryable
  readonly exchange: Pick<Exchange, 'findOutcome'>
  readonly catalogue: Catalogue
  /** Finds the card payment that was begun under a key. */
  readonly findDeposit: (whose: {
    userId: number
    key: string
  }) => Promise<{ deposit: z.input<typeof Deposit>; redirectSite: string | null } | undefined>
  readonly findWithdrawal: (userId: number, id: number) => Promise<z.input<typeof Withdrawal>>
}

/** Finds the outcome of a user's key. An order is read again, since it may have traded or ended after its answer was stored. */
export async function findOutcome(
  { database, exchange, catalogue, findDeposit, findWithdrawal }: Outcomes,
  whose: { userId: number; key: string },
): Promise<OutcomeOnWire> {
  const outcome = await exchange.findOutcome(whose)
  if (outcome?.kind === 'withdrawal')
    return { kind: 'WITHDRAWAL', withdrawal: await findWithdrawal(whose.userId, outcome.withdrawalId) }
  if (outcome?.kind === 'moved') return { kind: 'FUNDS_MOVED' }
  if (outcome?.kind === 'cancelled') return { kind: 'ORDERS_CANCELLED', cancelled: outcome.count }
  if (outcome?.kind === 'order') {
    const row = await readOrder(database, { userId: whose.userId, orderId: outcome.orderId })
    if (!row) throw new Error(`order ${outcome.orderId} has an outcome and no row`)
    return { kind: 'ORDER', order: orderOnWire(row, marketOf(catalogue, row.marketId)) }
  }
  const begun = await findDeposit(whose)
  return begun ? { kind: 'DEPOSIT', ...begun } : { kind: 'NONE' }
}
