import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { listPages } from '#client/lib/endpoint-query.ts'
import type { Reply } from '#contract/endpoint.ts'
import { searchUsers, type USER_STATES } from '#contract/operations.ts'
import { CONSOLE } from './operator.queries.ts'

export type UserRow = Reply<typeof searchUsers>['content'][number]

export type UserState = (typeof USER_STATES)[number]

export const userPagesQuery = (search: string, state: UserState) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [CONSOLE, searchUsers.path, search, state],
    queryFn: ({ pageParam, signal }) =>
      callApi(searchUsers, { body: { search, state, before: pageParam } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { offline: searchUsers.offline, access: searchUsers.access },
  })
