import { messageDraftAt } from '#client/lib/message-drafts.ts'
import { ownDraftKey } from '#client/lib/own-drafts.ts'

/** A reply to the customer, or a note that the customer never sees. */
export type Mode = 'answer' | 'note'

/** What this operator has written on a ticket and not sent yet: it outlives a session that ran out, and goes with a logout. */
export const deskDraftOf = ({ operatorId, ticketId, mode }: { operatorId: string; ticketId: string; mode: Mode }) =>
  messageDraftAt(ownDraftKey(`desk:${operatorId}:${ticketId}:${mode}`))
