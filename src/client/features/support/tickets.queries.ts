import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getTicketMessages, getTickets } from '#contract/tickets.ts'

export type Ticket = Reply<typeof getTickets>['content'][number]
export type TicketMessage = Reply<typeof getTicketMessages>['pageDTO']['content'][number]

/** A page of the user's tickets, counted from 1. The previous page stays on the screen until the next one is loaded. */
export const ticketsQuery = ({ page, size }: { page: number; size: number }) =>
  queryOptions({
    ...endpointQuery(getTickets, { query: { page: String(page), size: String(size) } }),
    placeholderData: keepPreviousData,
    refetchInterval: every(POLL_MS.tickets),
  })

/** The newest messages of a ticket; a larger size adds earlier ones. */
export const conversationQuery = ({ id, size }: { id: string; size: number }) =>
  queryOptions({
    ...endpointQuery(getTicketMessages, { params: { id }, query: { size: String(size) } }),
    // Only data of the same ticket: messages of another one must not appear, even for a moment.
    placeholderData: (previous, before) => (isOf(before?.queryKey, id) ? previous : undefined),
    refetchInterval: every(POLL_MS.tickets),
  })

const isOf = (key: readonly unknown[] | undefined, id: string): boolean =>
  JSON.stringify(key ?? []).includes(`"params":{"id":"${id}"}`)
