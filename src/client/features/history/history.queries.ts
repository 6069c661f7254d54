import { infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { listPages } from '#client/lib/endpoint-query.ts'
import { getDeliveries } from '#contract/deliveries.ts'
import { getDeposits } from '#contract/deposits.ts'
import type { Input, Reply } from '#contract/endpoint.ts'
import { getLoginHistory } from '#contract/users.ts'
import { getReceivedTransfers, getWithdrawals } from '#contract/withdrawals.ts'

export type Deposit = Reply<typeof getDeposits>['content'][number]
export type Withdrawal = Reply<typeof getWithdrawals>['content'][number]
export type Received = Reply<typeof getReceivedTransfers>['content'][number]
export type Delivery = Reply<typeof getDeliveries>['content'][number]
export type Login = Reply<typeof getLoginHistory>['content'][number]

const ROWS = '10'

type DepositQuery = NonNullable<Input<typeof getDeposits>['query']>
type WithdrawalQuery = NonNullable<Input<typeof getWithdrawals>['query']>

/** Deposits of Toman by card, or of coins over a chain. */
export const depositPagesQuery = (query: DepositQuery) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getDeposits.path, query],
    queryFn: ({ pageParam, signal }) =>
      callApi(getDeposits, { query: { ...query, size: ROWS, before: pageParam } }, { signal }),
    meta: { offline: getDeposits.offline, access: getDeposits.access },
  })

/** Withdrawals of Toman or of coins. */
export const withdrawalPagesQuery = (query: WithdrawalQuery) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getWithdrawals.path, query],
    queryFn: ({ pageParam, signal }) =>
      callApi(getWithdrawals, { query: { ...query, size: ROWS, before: pageParam } }, { signal }),
    meta: { offline: getWithdrawals.offline, access: getWithdrawals.access },
  })

/** The transfers of other users. */
export const receivedPagesQuery = () =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getReceivedTransfers.path],
    queryFn: ({ pageParam, signal }) =>
      callApi(getReceivedTransfers, { query: { size: ROWS, before: pageParam } }, { signal }),
    meta: { offline: getReceivedTransfers.offline, access: getReceivedTransfers.access },
  })

/** Gold that is handed over as metal. */
export const deliveryPagesQuery = () =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getDeliveries.path],
    queryFn: ({ pageParam, signal }) =>
      callApi(getDeliveries, { query: { size: ROWS, before: pageParam } }, { signal }),
    meta: { offline: getDeliveries.offline, access: getDeliveries.access },
  })

type LoginQuery = Pick<NonNullable<Input<typeof getLoginHistory>['query']>, 'from' | 'to'>

export const loginPagesQuery = (query: LoginQuery) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getLoginHistory.path, query],
    queryFn: ({ pageParam, signal }) =>
      callApi(getLoginHistory, { query: { ...query, size: ROWS, before: pageParam } }, { signal }),
    meta: { offline: getLoginHistory.offline, access: getLoginHistory.access },
  })
