import type * as z from 'zod/mini'
import type { Ticket, TicketMessage } from '#contract/tickets.ts'
import { statusOf } from '#domain/ticket.ts'
import type { TicketMessageRow } from '../../store/accounts/ticket-messages.ts'
import type { TicketRow } from '../../store/accounts/tickets.ts'

export const ticketOnWire = (ticket: TicketRow): z.input<typeof Ticket> => ({
  id: String(ticket.id),
  subject: ticket.subject,
  type: ticket.type,
  status: statusOf(ticket.state),
  createdAtDateTime: ticket.createdAt.toISOString(),
  updatedAtDateTime: ticket.updatedAt.toISOString(),
  description: ticket.description,
  closed: ticket.state === 'CLOSED',
  about: ticket.about ?? null,
})

export const messageOnWire = (message: TicketMessageRow): z.input<typeof TicketMessage> => ({
  id: String(message.id),
  text: message.text ?? null,
  file: message.file?.name ?? null,
  fileBytes: message.file?.bytes ?? null,
  customer: message.operatorId === undefined,
  createdAtDateTime: message.at.toISOString(),
})
