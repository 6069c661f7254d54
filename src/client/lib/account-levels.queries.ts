import { queryOptions } from '@tanstack/react-query'
import { getAccountLevels } from '#contract/account.ts'
import type { Reply } from '#contract/endpoint.ts'
import { endpointQuery } from './endpoint-query.ts'

const HOUR_MS = 3_600_000

/** What each level pays, as decimal text. */
export const accountLevelsQuery = () =>
  queryOptions({
    ...endpointQuery(getAccountLevels, {}),
    staleTime: HOUR_MS,
    select: ({ content }: Reply<typeof getAccountLevels>) => content,
  })
