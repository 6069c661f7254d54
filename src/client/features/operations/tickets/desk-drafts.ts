import { messageDraftAt } from '#client/lib/message-drafts.ts'
import { ownDraftKey } from '#client/lib/own-drafts.ts'

/** A reply to the customer, or a note that the customer never sees. */
export type Mode = 'answer' | 'note'

/** This operator's unsent text on a ticket: it survives an expired session, and a logout deletes it. */
export const deskDraftOf = ({ operatorId, ticketId, mode }: { operatorId: string; ticketId: string; mode: Mode }) =>
  messageDraftAt(ownDraftKey(`desk:${operatorId}:${ticketId}:${mode}`))
