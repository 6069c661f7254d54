import { queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getWithdrawalTerms } from '#contract/withdrawals.ts'

export type TermsOfWithdrawals = Reply<typeof getWithdrawalTerms>['baseDTO']

/** Where a user may withdraw Toman to, what is left of the limits, and when the next batch goes to the bank. */
export const withdrawalTermsQuery = () =>
  queryOptions({
    ...endpointQuery(getWithdrawalTerms, {}),
    select: ({ baseDTO }: Reply<typeof getWithdrawalTerms>) => baseDTO,
  })
