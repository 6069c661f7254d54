import type * as z from 'zod/mini'
import type { Ticket, TicketMessage } from '#contract/tickets.ts'

/** A ticket in the form of the wire. */
export const wireTicket = (number: number, more: Partial<z.input<typeof Ticket>> = {}): z.input<typeof Ticket> => ({
  id: String(number),
  subject: `Ticket ${number}`,
  type: 'TECHNICAL',
  status: 'OPENED',
  createdAtDateTime: '2026-11-21T21:40:00Z',
  updatedAtDateTime: '2026-11-21T21:40:00Z',
  description: 'Hello',
  closed: false,
  about: null,
  ...more,
})

/** A message of a ticket in the form of the wire. */
export const wireMessage = (
  number: number,
  more: Partial<z.input<typeof TicketMessage>> = {},
): z.input<typeof TicketMessage> => ({
  id: String(number),
  text: `Message ${number}`,
  file: null,
  fileBytes: null,
  customer: true,
  createdAtDateTime: '2026-11-21T21:40:00Z',
  ...more,
})
