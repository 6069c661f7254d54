import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import type { Reply } from '#contract/endpoint.ts'
import {
  addUserNote,
  getUserDeposits,
  getUserNotes,
  getUserOrders,
  getUserTickets,
  getUserTrades,
} from '#contract/operations-user-history.ts'
import { consolePages } from './operator.queries.ts'

export type CustomerDeposit = Reply<typeof getUserDeposits>['content'][number]
export type CustomerTicket = Reply<typeof getUserTickets>['content'][number]

export const customerDepositsQuery = (id: string) =>
  consolePages(getUserDeposits, (before) => ({ params: { id }, query: { before } }))

export const customerOrdersQuery = (id: string) =>
  consolePages(getUserOrders, (before) => ({ params: { id }, query: { before } }))

export const customerTradesQuery = (id: string) =>
  consolePages(getUserTrades, (before) => ({ params: { id }, query: { before } }))

export const customerTicketsQuery = (id: string) =>
  consolePages(getUserTickets, (before) => ({ params: { id }, query: { before } }))

export const customerNotesQuery = (id: string) =>
  consolePages(getUserNotes, (before) => ({ params: { id }, query: { before } }))

export function useAddNote(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => callApi(addUserNote, { params: { id }, body: { text } }),
    onSuccess: () => client.invalidateQueries({ queryKey: customerNotesQuery(id).queryKey }),
  })
}
