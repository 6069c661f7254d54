import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery, KEPT_MS_MAX, listPages } from '#client/lib/endpoint-query.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import type { Input, Reply } from '#contract/endpoint.ts'
import { getOrderTrades } from '#contract/order-lists.ts'
import { getOrder, getOrders, getTrades } from '#contract/orders.ts'

export type Order = Reply<typeof getOrders>['content'][number]
export type Trade = Reply<typeof getTrades>['content'][number]

type OrderQuery = NonNullable<Input<typeof getOrders>['query']>
type TradeQuery = NonNullable<Input<typeof getTrades>['query']>

const HISTORY_ROWS = '50'
const PAGE_ROWS = '10'
/** Pages beyond the first: a reader who goes on reads far, and each refresh asks for every page again. */
const MORE_ROWS = '50'
const rowsFrom = (before: string) => (before === '' ? PAGE_ROWS : MORE_ROWS)
/** A page holds all open orders of nearly every user. */
const OPEN_ROWS = '50'

/** Orders on the book and stops that wait for their price: both can be cancelled. */
const STANDING = 'IS_OPEN,PENDING'

const contentOf = ({ content }: Reply<typeof getOrders>): readonly Order[] => content

/** The loaded pages, as the device keeps them. */
const OrderPages = z.object({ pages: z.array(getOrders.response), pageParams: z.array(z.string()) })

/** The user's open orders and waiting stops, of one market or of all, page by page. */
export const openOrderPagesQuery = (market?: string) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getOrders.path, 'open', market ?? 'ALL'],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        getOrders,
        {
          query: {
            orderStatus: STANDING,
            orderType: 'P2P',
            size: OPEN_ROWS,
            before: pageParam,
            ...(market ? { market } : {}),
          },
        },
        { signal },
      ),
    refetchInterval: every(POLL_MS.openOrders),
    networkMode: 'offlineFirst',
    gcTime: KEPT_MS_MAX,
    meta: { offline: getOrders.offline, access: getOrders.access, reply: OrderPages, stream: 'own' },
  })

/** The newest orders that operators have cancelled, fetched anew each time. */
export const newestCancelledByKimiaQuery = () =>
  queryOptions({
    ...endpointQuery(getOrders, {
      query: { orderStatus: 'CANCELLED_BY_ADMIN', orderType: 'P2P', size: PAGE_ROWS, before: '' },
    }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** The last fifty closed orders on the book, of a market or of all, of a side or of both. */
export const orderHistoryQuery = (narrowed: Pick<OrderQuery, 'market' | 'side'>) =>
  queryOptions({
    ...endpointQuery(
      getOrders,
      { query: { excludedOrderStatus: STANDING, orderType: 'P2P', ...narrowed, size: HISTORY_ROWS, before: '' } },
      'own',
    ),
    refetchInterval: every(POLL_MS.history),
    select: contentOf,
  })

/** Orders, page by page. */
export const orderPagesQuery = (query: OrderQuery) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getOrders.path, 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      callApi(getOrders, { query: { ...query, size: rowsFrom(pageParam), before: pageParam } }, { signal }),
    meta: { offline: getOrders.offline, access: getOrders.access },
  })

/** Trades, page by page. */
export const tradePagesQuery = (query: TradeQuery) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getTrades.path, 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      callApi(getTrades, { query: { ...query, size: rowsFrom(pageParam), before: pageParam } }, { signal }),
    meta: { offline: getTrades.offline, access: getTrades.access },
  })

const COIN_ROWS = '100'

/** The trades of a coin in all its markets, page by page. */
export const coinTradePagesQuery = (destinationCoin: string) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getTrades.path, 'of coin', destinationCoin],
    queryFn: ({ pageParam, signal }) =>
      callApi(getTrades, { query: { size: COIN_ROWS, before: pageParam, destinationCoin } }, { signal }),
    refetchInterval: every(POLL_MS.history),
    meta: { offline: getTrades.offline, access: getTrades.access, stream: 'own' },
  })

/** The newest orders that have ended, in all markets. */
export const recentOrdersQuery = () =>
  queryOptions({
    ...endpointQuery(getOrders, { query: { excludedOrderStatus: STANDING, size: PAGE_ROWS, before: '' } }, 'own'),
    refetchInterval: every(POLL_MS.history),
    select: contentOf,
  })

/** A single order, open or closed. */
export const orderQuery = (id: string) =>
  queryOptions({ ...endpointQuery(getOrder, { params: { id } }), refetchInterval: every(POLL_MS.openOrders) })

/** The trades of an order, page by page. The key begins like that of all trades, so that they are refreshed together. */
export const orderTradePagesQuery = (id: string) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getTrades.path, 'of order', id],
    queryFn: ({ pageParam, signal }) =>
      callApi(getOrderTrades, { params: { id }, query: { size: MORE_ROWS, before: pageParam } }, { signal }),
    refetchInterval: every(POLL_MS.openOrders),
    meta: { offline: getOrderTrades.offline, access: getOrderTrades.access, stream: 'own' },
  })
