import { queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getWorthHistory, type WorthSpan } from '#contract/worth-history.ts'

export type WorthRow = Reply<typeof getWorthHistory>['content'][number]

/** The worth of all balances over a span, oldest first, as decimal text. */
export const worthHistoryQuery = (span: WorthSpan) =>
  queryOptions({
    ...endpointQuery(getWorthHistory, { query: { span } }),
    select: ({ content }: Reply<typeof getWorthHistory>): readonly WorthRow[] => content,
  })
