import { onlineManager, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import type { NewMessage } from '#client/entities/ticket/message-form.tsx'
import { emptyMessage, MessageDraft } from '#client/entities/ticket/use-draft.ts'
import { callApi } from '#client/lib/call-api.ts'
import { tabValue } from '#client/lib/tab-value.ts'
import { getTicketMessages, getTickets, openTicket, writeTicketMessage } from '#contract/tickets.ts'
import { TICKET_TYPES, type TicketType } from '#domain/ticket.ts'
import type { TicketAbout } from './ticket-about.ts'

const NewTicketDraft = z.extend(MessageDraft, { subject: z.string(), type: z.optional(z.enum(TICKET_TYPES)) })
export type NewTicketDraft = z.output<typeof NewTicketDraft>

export const emptyTicket = (): NewTicketDraft => ({ ...emptyMessage(), subject: '', type: undefined })

export const newTicketDraft = tabValue('ticket', NewTicketDraft, { wipedAtLogout: true })

/** Sends immediately or fails, and never by itself when the network is back, so that the user sees what is sent. */
const NOW = { networkMode: 'always', retry: false } as const

export const useIsOffline = () =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => !onlineManager.isOnline(),
  )

interface NewTicket extends NewTicketDraft {
  readonly type: TicketType
  readonly about: TicketAbout | undefined
  readonly file: File | undefined
}

const OPENING = ['open-ticket']

/** Whether this ticket was opened on this page just now. */
export const useJustOpened = (id: string): boolean =>
  useMutationState({
    filters: { mutationKey: OPENING, status: 'success' },
    select: ({ state }) => state.data,
  }).includes(id)

/** Opens a ticket; resolves to its id. */
export function useOpenTicket() {
  const client = useQueryClient()
  const isOffline = useIsOffline()
  const open = useMutation({
    ...NOW,
    mutationKey: OPENING,
    mutationFn: async ({ subject, type, text, clientKey, about, file }: NewTicket) => {
      const attached = about && { aboutKind: about.kind, aboutId: about.id }
      const body = { subject, type, text, clientKey, ...attached }
      return (await callApi(openTicket, { body, files: file ? { file } : {} })).baseDTO.id
    },
    onSuccess: async () => {
      newTicketDraft.drop()
      await client.invalidateQueries({ queryKey: [getTickets.path] })
    },
  })
  return { open, isOffline }
}

/** How a message of a ticket is sent, and what is read again afterwards. */
export function useWriteMessage(id: string) {
  const client = useQueryClient()
  return {
    sendingKey: ['write-message', id],
    send: ({ text, clientKey, file }: NewMessage) => {
      const body = { clientKey, ...(text.trim() === '' ? {} : { text }) }
      return callApi(writeTicketMessage, { params: { id }, body, files: file ? { file } : {} })
    },
    onSent: async () => {
      await client.invalidateQueries({ queryKey: [getTicketMessages.path] })
      await client.invalidateQueries({ queryKey: [getTickets.path] })
    },
  }
}
