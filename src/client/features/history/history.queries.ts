import { infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { listPages } from '#client/lib/endpoint-query.ts'
import { getDeposits } from '#contract/deposits.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getLoginHistory } from '#contract/users.ts'

export type Deposit = Reply<typeof getDeposits>['content'][number]
export type Login = Reply<typeof getLoginHistory>['content'][number]

const ROWS = '10'

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
