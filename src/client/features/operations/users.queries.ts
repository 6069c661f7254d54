import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { listPages } from '#client/lib/endpoint-query.ts'
import type { Reply } from '#contract/endpoint.ts'
import { searchUsers } from '#contract/operations.ts'
import { CONSOLE } from './operator.queries.ts'

export type UserRow = Reply<typeof searchUsers>['content'][number]

export const userPagesQuery = (search: string) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [CONSOLE, searchUsers.path, search],
    queryFn: ({ pageParam, signal }) => callApi(searchUsers, { body: { search, before: pageParam } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { offline: searchUsers.offline, access: searchUsers.access },
  })
