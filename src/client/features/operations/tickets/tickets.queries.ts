import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { listPages } from '#client/lib/endpoint-query.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getCannedAnswers } from '#contract/operations-canned-answers.ts'
import {
  getTicketAsOperator,
  getTicketOperators,
  getTicketQueue,
  searchTickets,
  type TICKET_QUEUES,
} from '#contract/operations-tickets.ts'
import type { TicketStatus } from '#domain/ticket.ts'
import { CONSOLE } from '../operator.queries.ts'

export type QueuedTicket = Reply<typeof getTicketQueue>['content'][number]
export type QueueFigures = Reply<typeof getTicketQueue>['baseDTO']
export type WorkedTicket = Reply<typeof getTicketAsOperator>['baseDTO']
export type WorkedMessage = WorkedTicket['messages'][number]
export type CannedAnswer = Reply<typeof getCannedAnswers>['content'][number]
export type Queue = (typeof TICKET_QUEUES)[number]

const QUEUE_AGAIN_MS = 15_000

export const queuePagesQuery = ({ which, status }: { which: Queue; status: TicketStatus | undefined }) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [CONSOLE, getTicketQueue.path, which, status],
    queryFn: ({ pageParam, signal }) =>
      callApi(getTicketQueue, { query: { which, status, before: pageParam } }, { signal }),
    refetchInterval: QUEUE_AGAIN_MS,
    meta: { offline: getTicketQueue.offline, access: getTicketQueue.access },
  })

export interface TicketSearch {
  readonly search: string
  /** "yyyy-mm-dd", or empty. */
  readonly from: string
  readonly to: string
}

export const foundTicketsQuery = ({ search, from, to }: TicketSearch) =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [CONSOLE, searchTickets.path, search, from, to],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        searchTickets,
        { body: { search, from: from || undefined, to: to || undefined, before: pageParam } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    meta: { offline: searchTickets.offline, access: searchTickets.access },
  })

export const workedTicketQuery = ({ id, size }: { id: string; size: number }) =>
  queryOptions({
    queryKey: [CONSOLE, getTicketAsOperator.path, id, size],
    queryFn: async ({ signal }) =>
      (await callApi(getTicketAsOperator, { params: { id }, query: { size: String(size) } }, { signal })).baseDTO,
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
    refetchInterval: every(POLL_MS.tickets),
    meta: { offline: getTicketAsOperator.offline, access: getTicketAsOperator.access },
  })

export const colleaguesQuery = () =>
  queryOptions({
    queryKey: [CONSOLE, getTicketOperators.path],
    queryFn: async ({ signal }) => (await callApi(getTicketOperators, {}, { signal })).content,
    meta: { offline: getTicketOperators.offline, access: getTicketOperators.access },
  })

export const cannedAnswersQuery = () =>
  queryOptions({
    queryKey: [CONSOLE, getCannedAnswers.path],
    queryFn: async ({ signal }) => (await callApi(getCannedAnswers, {}, { signal })).content,
    meta: { offline: getCannedAnswers.offline, access: getCannedAnswers.access },
  })

/** An act without a sheet: a toast reports its outcome, and the console's data is refetched. */
export function useQuickAct({ act, done }: { act: () => Promise<unknown>; done: string }) {
  const client = useQueryClient()
  const sentenceOf = useSentenceOf()
  return useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: act,
    onSuccess: () => showToast({ tone: 'success', title: done }),
    onError: (error) => showToast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: [CONSOLE] }),
  })
}
