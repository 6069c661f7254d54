import { infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { listPages } from '#client/lib/endpoint-query.ts'
import { getDeposits } from '#contract/deposits.ts'
import type { Input, Reply } from '#contract/endpoint.ts'
import { getLoginHistory } from '#contract/users.ts'
import { getWithdrawals } from '#contract/withdrawals.ts'

export type Deposit = Reply<typeof getDeposits>['content'][number]
export type Withdrawal = Reply<typeof getWithdrawals>['content'][number]
export type Login = Reply<typeof getLoginHistory>['content'][number]

const ROWS = '10'

type DepositQuery = Pick<NonNullable<Input<typeof getDeposits>['query']>, 'from' | 'to' | 'transactionStatus'>

/** Toman deposits by card. */
export const depositPagesQuery = (query: DepositQuery) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getDeposits.path, 'TOMAN', query],
    queryFn: ({ pageParam, signal }) =>
      callApi(getDeposits, { query: { ...query, relatedCoin: 'TOMAN', size: ROWS, before: pageParam } }, { signal }),
    meta: { offline: getDeposits.offline, access: getDeposits.access },
  })

/** Withdrawals of Toman. */
export const withdrawalPagesQuery = (query: DepositQuery) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [getWithdrawals.path, 'TOMAN', query],
    queryFn: ({ pageParam, signal }) =>
      callApi(getWithdrawals, { query: { ...query, relatedCoin: 'TOMAN', size: ROWS, before: pageParam } }, { signal }),
    meta: { offline: getWithdrawals.offline, access: getWithdrawals.access },
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
