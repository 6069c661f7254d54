import * as z from 'zod/mini'
import { messageDraftAt } from '#client/entities/ticket/message-drafts.ts'
import { dropDraft, keepDraft, readDraft } from '#client/lib/kept-draft.ts'
import { ownDraftKey } from '#client/lib/own-drafts.ts'
import { TICKET_TYPES } from '#domain/ticket.ts'

/**
 * An unsent text, stored while the tab is open and deleted at a logout. Each draft has the key that it is sent with, so that sending it again after a
 * lost answer creates nothing twice.
 */
const NewTicketDraft = z.object({
  subject: z.string(),
  type: z.optional(z.enum(TICKET_TYPES)),
  text: z.string(),
  /** The name of the chosen file: the file itself is not stored. */
  fileName: z.optional(z.string()),
  clientKey: z.string(),
})
export type NewTicketDraft = z.output<typeof NewTicketDraft>

const TICKET_KEY = ownDraftKey('ticket')

export const emptyTicket = (): NewTicketDraft => ({
  subject: '',
  type: undefined,
  text: '',
  fileName: undefined,
  clientKey: crypto.randomUUID(),
})

export const readTicketDraft = (): NewTicketDraft => readDraft(TICKET_KEY, NewTicketDraft) ?? emptyTicket()
export const keepTicketDraft = (draft: NewTicketDraft): void => keepDraft(TICKET_KEY, draft)
export const dropTicketDraft = (): void => dropDraft(TICKET_KEY)

export const messageDraftOf = (ticketId: string) => messageDraftAt(ownDraftKey(`ticket-message:${ticketId}`))
