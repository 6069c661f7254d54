import { queryOptions } from '@tanstack/react-query'
import { getAccountLevels } from '#contract/account.ts'
import { HOUR_MS } from './durations.ts'
import { endpointQuery } from './endpoint-query.ts'

/** The fee levels in ascending order. Operators change them seldom, so an answer stays valid for an hour. */
export const accountLevelsQuery = () =>
  queryOptions({ ...endpointQuery(getAccountLevels, {}), staleTime: HOUR_MS, select: ({ content }) => content })
