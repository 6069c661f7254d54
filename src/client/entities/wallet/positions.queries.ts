import { queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { every } from '#client/lib/polling.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getPositions } from '#contract/positions.ts'

export type PositionRow = Reply<typeof getPositions>['content'][number]

/** Only the user's own trades change positions, and a page that trades asks for them anew. */
const POSITIONS_POLL_MS = 15_000

/** The coins that the user bought in each market, with their average buy price; figures are decimal text. */
export const positionsQuery = () =>
  queryOptions({
    ...endpointQuery(getPositions, {}),
    refetchInterval: every(POSITIONS_POLL_MS),
    select: ({ content }: Reply<typeof getPositions>): readonly PositionRow[] => content,
  })
