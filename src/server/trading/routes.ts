import { quickBuy, quickSell } from '#contract/exchange.ts'
import { cancelOrder as cancelEndpoint, getOrders, getTrades, placeBuyOrder, placeSellOrder } from '#contract/orders.ts'
import { Rejected } from '#contract/rejected.ts'
import { type Route, route } from '../http/route.ts'
import { cancelOrder } from './cancel-order.ts'
import { listOrders } from './list-orders.ts'
import { listTrades } from './list-trades.ts'
import type { OrderOnWire } from './order-on-wire.ts'
import { placeOrder } from './place-order.ts'
import { quickTrade } from './quick-trade.ts'
import type { Trading } from './trading.ts'

const ROWS_DEFAULT = 10

export function tradingRoutes(trading: Trading): Route[] {
  return [
    route(placeBuyOrder, async ({ caller, body, idempotencyKey: key }) =>
      enveloped(
        await placeOrder(trading, caller, {
          ...body,
          side: 'BUY',
          kind: body.orderType === 'LIMITED_BUY' ? 'LIMITED' : 'MARKET',
          unitPrice: body.unitPrice,
          key,
        }),
      ),
    ),
    route(placeSellOrder, async ({ caller, body, idempotencyKey: key }) =>
      enveloped(
        await placeOrder(trading, caller, {
          ...body,
          side: 'SELL',
          kind: body.orderType === 'LIMITED_SELL' ? 'LIMITED' : 'MARKET',
          unitPrice: body.unitPrice,
          key,
        }),
      ),
    ),
    route(cancelEndpoint, async ({ caller, params }) => enveloped(await cancelOrder(trading, caller, params.id))),
    route(getOrders, ({ caller, query }) =>
      listOrders(trading, caller.userId, {
        orderStatus: query.orderStatus,
        excludedOrderStatus: query.excludedOrderStatus,
        place: query.orderType,
        market: query.market,
        size: query.size ?? ROWS_DEFAULT,
        page: query.page ?? 1,
      }),
    ),
    route(getTrades, ({ caller, query }) =>
      listTrades(trading, caller.userId, {
        place: query.type,
        coin: query.destinationCoin,
        size: query.size ?? ROWS_DEFAULT,
        page: query.page ?? 1,
      }),
    ),
    route(quickBuy, async ({ caller, body, idempotencyKey: key }) =>
      enveloped(await quickTrade(trading, caller, { ...body, side: 'BUY', key })),
    ),
    route(quickSell, async ({ caller, body, idempotencyKey: key }) =>
      enveloped(await quickTrade(trading, caller, { ...body, side: 'SELL', key })),
    ),
  ]
}

const enveloped = (order: OrderOnWire | Rejected) => (order instanceof Rejected ? order : { baseDTO: order })
