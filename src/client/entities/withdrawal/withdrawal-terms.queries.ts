import { queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getWithdrawalTerms } from '#contract/withdrawals.ts'

export type TermsOfWithdrawals = Reply<typeof getWithdrawalTerms>['baseDTO']

/** The bank accounts that a user may withdraw Toman to, the rest of the limits, and the time of the next batch for the bank. */
export const withdrawalTermsQuery = () =>
  queryOptions({
    ...endpointQuery(getWithdrawalTerms, {}),
    select: ({ baseDTO }: Reply<typeof getWithdrawalTerms>) => baseDTO,
  })
