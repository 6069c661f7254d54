import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { listPages } from '#client/lib/endpoint-query.ts'
import type { EndpointShape, Reply } from '#contract/endpoint.ts'
import {
  addUserNote,
  getUserDeposits,
  getUserNotes,
  getUserOrders,
  getUserTickets,
  getUserTrades,
} from '#contract/operations-user-history.ts'
import { CONSOLE } from './operator.queries.ts'

export type CustomerDeposit = Reply<typeof getUserDeposits>['content'][number]
export type CustomerTicket = Reply<typeof getUserTickets>['content'][number]

type Asked = Parameters<typeof callApi<typeof getUserNotes>>[1]
type Page = { readonly next?: string | undefined }

/** The pages of a customer's list: all these endpoints take the same parameters and page in the same way. */
const pagesOf = <Read extends Page>(
  { path, offline, access }: Pick<EndpointShape, 'path' | 'offline' | 'access'>,
  id: string,
  read: (asked: Asked, options: { signal: AbortSignal }) => Promise<Read>,
) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [CONSOLE, path, id],
    queryFn: ({ pageParam, signal }) => read({ params: { id }, query: { before: pageParam } }, { signal }),
    meta: { offline, access },
  })

export const customerDepositsQuery = (id: string) =>
  pagesOf(getUserDeposits, id, (asked, options) => callApi(getUserDeposits, asked, options))
export const customerOrdersQuery = (id: string) =>
  pagesOf(getUserOrders, id, (asked, options) => callApi(getUserOrders, asked, options))
export const customerTradesQuery = (id: string) =>
  pagesOf(getUserTrades, id, (asked, options) => callApi(getUserTrades, asked, options))
export const customerTicketsQuery = (id: string) =>
  pagesOf(getUserTickets, id, (asked, options) => callApi(getUserTickets, asked, options))
export const customerNotesQuery = (id: string) =>
  pagesOf(getUserNotes, id, (asked, options) => callApi(getUserNotes, asked, options))

export function useAddNote(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => callApi(addUserNote, { params: { id }, body: { text } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [CONSOLE, getUserNotes.path, id] }),
  })
}
