import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getOpenOrdersOf } from '#contract/operations-markets.ts'
import { getUser } from '#contract/operations-users.ts'
import { CONSOLE } from './operator.queries.ts'

export type UserPage = Reply<typeof getUser>['baseDTO']
export type OpenOrder = Reply<typeof getOpenOrdersOf>['content'][number]

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [CONSOLE, getUser.path, id],
    queryFn: async ({ signal }) => (await callApi(getUser, { params: { id } }, { signal })).baseDTO,
    meta: { offline: getUser.offline, access: getUser.access },
  })

export const openOrdersQuery = (id: string) =>
  queryOptions({
    queryKey: [CONSOLE, getOpenOrdersOf.path, id],
    queryFn: async ({ signal }) => (await callApi(getOpenOrdersOf, { params: { id } }, { signal })).content,
    meta: { offline: getOpenOrdersOf.offline, access: getOpenOrdersOf.access },
  })
