import { queryOptions } from '@tanstack/react-query'
import { getAccountLevels } from '#contract/account.ts'
import { endpointQuery } from './endpoint-query.ts'

const HOUR_MS = 3_600_000

/** The fee levels, from the first on: operators change them seldom. */
export const accountLevelsQuery = () =>
  queryOptions({ ...endpointQuery(getAccountLevels, {}), staleTime: HOUR_MS, select: ({ content }) => content })
