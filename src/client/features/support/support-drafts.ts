import * as z from 'zod/mini'
import { ownDraftKey } from '#client/lib/own-drafts.ts'
import { TICKET_TYPES } from '#domain/ticket.ts'

/**
 * What a person has typed and not sent yet, kept while the tab is open, and gone at a logout. Each draft has the key that it is sent with, so that
 * sending it again after an answer that never came makes nothing twice.
 */
const NewTicketDraft = z.object({
  subject: z.string(),
  type: z.optional(z.enum(TICKET_TYPES)),
  text: z.string(),
  /** Of the chosen file: the file itself is not kept. */
  fileName: z.optional(z.string()),
  clientKey: z.string(),
})
export type NewTicketDraft = z.output<typeof NewTicketDraft>

const MessageDraft = z.object({ text: z.string(), fileName: z.optional(z.string()), clientKey: z.string() })
export type MessageDraft = z.output<typeof MessageDraft>

const TICKET_KEY = ownDraftKey('ticket')
const messageKey = (ticketId: string) => ownDraftKey(`ticket-message:${ticketId}`)

export const emptyTicket = (): NewTicketDraft => ({
  subject: '',
  type: undefined,
  text: '',
  fileName: undefined,
  clientKey: crypto.randomUUID(),
})
export const emptyMessage = (): MessageDraft => ({ text: '', fileName: undefined, clientKey: crypto.randomUUID() })

export const readTicketDraft = (): NewTicketDraft => read(TICKET_KEY, NewTicketDraft) ?? emptyTicket()
export const keepTicketDraft = (draft: NewTicketDraft): void => keep(TICKET_KEY, draft)
export const dropTicketDraft = (): void => sessionStorage.removeItem(TICKET_KEY)

export const readMessageDraft = (ticketId: string): MessageDraft =>
  read(messageKey(ticketId), MessageDraft) ?? emptyMessage()
export const keepMessageDraft = (ticketId: string, draft: MessageDraft): void => keep(messageKey(ticketId), draft)
export const dropMessageDraft = (ticketId: string): void => sessionStorage.removeItem(messageKey(ticketId))

function read<Schema extends z.ZodMiniType>(key: string, schema: Schema): z.output<Schema> | undefined {
  try {
    const kept = schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    return kept.success ? kept.data : undefined
  } catch {
    return undefined
  }
}

/** A browser that keeps nothing loses a draft at a reload, and nothing else. */
function keep(key: string, draft: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    return
  }
}
