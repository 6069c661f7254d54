import { queryOptions } from '@tanstack/react-query'
import { HOUR_MS } from '#client/lib/durations.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { getAccountLevels } from '#contract/account.ts'

/** The fee levels in ascending order. Operators change them seldom, so an answer stays valid for an hour. */
export const accountLevelsQuery = () =>
  queryOptions({ ...endpointQuery(getAccountLevels, {}), staleTime: HOUR_MS, select: ({ content }) => content })
