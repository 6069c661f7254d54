import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery, listPages } from '#client/lib/endpoint-query.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import { getDeposits } from '#contract/deposits.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getOrder, getOrders } from '#contract/orders.ts'
import { getLoginHistory } from '#contract/users.ts'

export type Deposit = Reply<typeof getDeposits>['content'][number]
export type Login = Reply<typeof getLoginHistory>['content'][number]

const ROWS = '10'

/** The closed orders of all markets, quick trades included. */
export const orderPagesQuery = () =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getOrders.path, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        getOrders,
        { query: { excludedOrderStatus: 'IS_OPEN,PENDING', size: ROWS, before: pageParam } },
        { signal },
      ),
    meta: { offline: getOrders.offline, access: getOrders.access },
  })

/** A single order, open or closed. */
export const orderQuery = (id: string) =>
  queryOptions({ ...endpointQuery(getOrder, { params: { id } }), refetchInterval: every(POLL_MS.openOrders) })

/** Toman deposits by card. */
export const depositPagesQuery = () =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getDeposits.path, 'TOMAN'],
    queryFn: ({ pageParam, signal }) =>
      callApi(getDeposits, { query: { relatedCoin: 'TOMAN', size: ROWS, before: pageParam } }, { signal }),
    meta: { offline: getDeposits.offline, access: getDeposits.access },
  })

export const loginPagesQuery = () =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getLoginHistory.path],
    queryFn: ({ pageParam, signal }) =>
      callApi(getLoginHistory, { query: { size: ROWS, before: pageParam } }, { signal }),
    meta: { offline: getLoginHistory.offline, access: getLoginHistory.access },
  })
