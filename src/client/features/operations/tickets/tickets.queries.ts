import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#client/lib/durations.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import { showDigits } from '#client/ui/show-digits.ts'
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
import { answerOf, consolePages, consoleQuery, contentOf } from '../operator.queries.ts'

export type QueuedTicket = Reply<typeof getTicketQueue>['content'][number]
export type QueueFigures = Reply<typeof getTicketQueue>['baseDTO']
export type WorkedTicket = Reply<typeof getTicketAsOperator>['baseDTO']
export type WorkedMessage = WorkedTicket['messages'][number]
export type CannedAnswer = Reply<typeof getCannedAnswers>['content'][number]
export type Queue = (typeof TICKET_QUEUES)[number]

const QUEUE_AGAIN_MS = 15_000

export const queuePagesQuery = ({ which, status }: { which: Queue; status: TicketStatus | undefined }) =>
  infiniteQueryOptions({
    ...consolePages(getTicketQueue, (before) => ({ query: { which, status, before } })),
    refetchInterval: QUEUE_AGAIN_MS,
  })

export interface TicketSearch {
  readonly search: string
  /** "yyyy-mm-dd", or empty. */
  readonly from: string
  readonly to: string
}

export const foundTicketsQuery = ({ search, from, to }: TicketSearch) =>
  infiniteQueryOptions({
    ...consolePages(searchTickets, (before) => ({
      body: { search, from: from || undefined, to: to || undefined, before },
    })),
    placeholderData: keepPreviousData,
  })

export const workedTicketQuery = ({ id, size }: { id: string; size: number }) =>
  queryOptions({
    ...consoleQuery(getTicketAsOperator, { params: { id }, query: { size: String(size) } }),
    select: answerOf,
    placeholderData: (previous) => (previous?.baseDTO.id === id ? previous : undefined),
    refetchInterval: every(POLL_MS.tickets),
  })

export const colleaguesQuery = () => queryOptions({ ...consoleQuery(getTicketOperators, {}), select: contentOf })

export const cannedAnswersQuery = () => queryOptions({ ...consoleQuery(getCannedAnswers, {}), select: contentOf })

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** A duration in its largest whole unit: "40 min", "3 h", "2 days". */
export function useSpan() {
  const { t } = useTranslation('tickets')
  const language = useLanguage()
  const ofMinutes = (minutes: number) => {
    const count = (unit: number) => ({ count: showDigits(String(Math.floor(minutes / unit)), language) })
    if (minutes < HOUR_MINUTES) return t('span.minutes', count(1))
    return minutes < DAY_MINUTES ? t('span.hours', count(HOUR_MINUTES)) : t('span.days', count(DAY_MINUTES))
  }
  const between = (from: string, to: number) => ofMinutes(Math.max(0, (to - Date.parse(from)) / MINUTE_MS))
  return { ofMinutes, between, since: (from: string) => between(from, Date.now()) }
}
