import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { getOpenOrdersOf } from '#contract/operations-markets.ts'
import { getUser } from '#contract/operations-users.ts'
import { answerOf, consoleQuery, contentOf } from './operator.queries.ts'

export type UserPage = Reply<typeof getUser>['baseDTO']
export type OpenOrder = Reply<typeof getOpenOrdersOf>['content'][number]

export const userQuery = (id: string) =>
  queryOptions({ ...consoleQuery(getUser, { params: { id } }), select: answerOf })

export const openOrdersQuery = (id: string) =>
  queryOptions({ ...consoleQuery(getOpenOrdersOf, { params: { id } }), select: contentOf })
