import * as z from 'zod/mini'
import { TICKET_FILE_BYTES_MAX, TICKET_STATUSES, TICKET_SUBJECT_KINDS, TICKET_TYPES } from '#domain/ticket.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { ClientKey, Id, Instant, Page, replyWith, Size } from './values.ts'

/** The subject of a ticket. */
export const TicketAbout = z.object({ kind: z.enum(TICKET_SUBJECT_KINDS), id: Id })

export const Ticket = z.object({
  id: Id,
  subject: z.string(),
  /** Shown as the section. */
  type: z.enum(TICKET_TYPES),
  status: z.enum(TICKET_STATUSES),
  createdAtDateTime: Instant,
  /** The time of the newest message. */
  updatedAtDateTime: Instant,
  /** The text of its first message. */
  description: z.string(),
  /** Closed by an operator: the status is then ADMIN_ANSWERED, and the customer's next message reopens it. */
  closed: z.boolean(),
  about: z.nullable(TicketAbout),
})

export const TicketMessage = z.object({
  id: Id,
  text: z.nullable(z.string()),
  /** The name under which `/files/download` serves the file. */
  file: z.nullable(z.string()),
  fileBytes: z.nullable(z.int()),
  /** True if the customer wrote it rather than support. */
  customer: z.boolean(),
  createdAtDateTime: Instant,
})

/** Longer than the limit of a text, so that a longer text gets its own refusal. */
const Text = z.string().check(z.maxLength(12_000))

/** A message may have one file. */
export const MESSAGE_PARTS = { files: ['file'], fileBytesMax: TICKET_FILE_BYTES_MAX } as const

export const getTickets = defineEndpoint({
  ...ownRead,
  path: '/tickets',
  summary: "The caller's tickets, the newest first",
  polled: true,
  query: z.strictObject({ size: Size, page: Page }),
  response: replyWith({ content: z.array(Ticket), totalPages: z.int() }),
  errors: ['PAGE_TOO_FAR'],
})

const TEXT_ERRORS = ['TICKET_TEXT_REQUIRED', 'TICKET_TEXT_TOO_LONG'] as const

export const openTicket = defineEndpoint({
  method: 'POST',
  path: '/tickets',
  summary:
    'Open a ticket, with a file where there is one. Sent twice, with the same `clientKey` or within half a minute, it is one',
  access: 'user',
  offline: 'never',
  body: z.strictObject({
    subject: Text,
    type: z.enum(TICKET_TYPES),
    text: Text,
    aboutKind: z.optional(z.enum(TICKET_SUBJECT_KINDS)),
    aboutId: z.optional(Id),
    clientKey: z.optional(ClientKey),
  }),
  ...MESSAGE_PARTS,
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: [
    'TICKET_SUBJECT_REQUIRED',
    'TICKET_SUBJECT_TOO_LONG',
    ...TEXT_ERRORS,
    'IDEMPOTENCY_KEY_REUSED',
    'TICKET_ABOUT_NOT_FOUND',
    'TICKETS_TOO_MANY',
    'TOO_MANY_REQUESTS',
    'FILE_REFUSED',
  ],
})

const OfTicket = z.strictObject({ id: Id })

export const getTicketMessages = defineEndpoint({
  ...ownRead,
  path: '/tickets/message/:id',
  summary: 'A ticket of the caller and its newest messages, the oldest of them first',
  polled: true,
  params: OfTicket,
  query: z.strictObject({ size: Size }),
  response: replyWith({
    ticketDTO: Ticket,
    pageDTO: z.object({
      content: z.array(TicketMessage),
      /** Whether there are older ones. */
      hasMore: z.boolean(),
    }),
  }),
  errors: ['TICKET_NOT_FOUND'],
})

export const writeTicketMessage = defineEndpoint({
  method: 'POST',
  path: '/tickets/message/:id',
  summary: 'Add a text or a file to a ticket; photos are encoded anew. Sent twice, it is one message',
  access: 'user',
  offline: 'never',
  params: OfTicket,
  body: z.strictObject({ text: z.optional(Text), clientKey: z.optional(ClientKey) }),
  ...MESSAGE_PARTS,
  response: replyWith({ baseDTO: TicketMessage }),
  errors: [...TEXT_ERRORS, 'TICKET_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'TOO_MANY_REQUESTS', 'FILE_REFUSED'],
})

export const downloadFile = defineEndpoint({
  ...ownRead,
  path: '/files/download',
  summary: "A file of the caller's own tickets, to be saved and not shown",
  format: 'file',
  query: z.strictObject({ fileName: z.string().check(z.maxLength(300)) }),
  /** The bytes of the file. */
  response: z.unknown(),
  errors: ['FILE_NOT_FOUND'],
})
