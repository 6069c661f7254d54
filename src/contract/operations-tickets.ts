import * as z from 'zod/mini'
import { TICKET_STATUSES, TICKET_TYPES } from '#domain/ticket.ts'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { Cursor, Reason } from './operations.ts'
import { MESSAGE_PARTS, Ticket, TicketAbout, TicketMessage } from './tickets.ts'
import { Line } from './typed-text.ts'
import { ClientKey, Day, Id, Instant, replyWith, replyWithRows, Size } from './values.ts'

/** The queues of tickets: waiting for support, taken by this operator, answered, closed. */
export const TICKET_QUEUES = ['WAITING', 'MINE', 'ANSWERED', 'CLOSED'] as const

const Colleague = z.object({ id: Id, name: z.string() })

export const QueuedTicket = z.object({
  id: Id,
  subject: z.string(),
  type: z.enum(TICKET_TYPES),
  status: z.enum(TICKET_STATUSES),
  closed: z.boolean(),
  createdAtDateTime: Instant,
  /** Since when the customer waits for us. */
  waitsSince: z.nullable(Instant),
  firstAnsweredAt: z.nullable(Instant),
  userId: Id,
  /** The customer's name, if known. */
  name: z.nullable(z.string()),
  mobileNumber: z.string(),
  assignedTo: z.nullable(Colleague),
})

export const getTicketQueue = defineEndpoint({
  ...operatorRead,
  path: '/operations/tickets',
  right: 'TICKETS_READ',
  summary: 'Tickets that wait, the longest waiting first; others the newest first. With the figures of the queue',
  polled: true,
  query: z.strictObject({
    which: z.optional(z.enum(TICKET_QUEUES)),
    /** Selects those with this status. */
    status: z.optional(z.enum(TICKET_STATUSES)),
    before: Cursor,
  }),
  response: z.extend(replyWithRows(QueuedTicket), {
    baseDTO: z.object({
      waiting: z.int(),
      oldestWaitsSince: z.nullable(Instant),
      /** The median time to the first answer over the last seven days. */
      firstAnswerMinutes: z.nullable(z.int()),
    }),
  }),
})

export const TICKET_SEARCH_MAX = 100

export const searchTickets = defineEndpoint({
  method: 'POST',
  path: '/operations/tickets/search',
  right: 'TICKETS_READ',
  summary:
    'Tickets of all customers by their number, or by a part of their subject or messages, begun within these days of Tehran: the last ninety, unless said otherwise',
  access: 'operator',
  offline: 'never',
  /** In the body, since customers' words do not belong in an address. */
  body: z.strictObject({
    search: Line(0, TICKET_SEARCH_MAX),
    from: z.optional(Day),
    to: z.optional(Day),
    before: Cursor,
  }),
  response: replyWithRows(QueuedTicket),
  errors: ['LOOKS_USED_UP'],
})

export const WorkedMessage = z.extend(TicketMessage, {
  /** True for a note among operators, which the customer never sees. */
  internal: z.boolean(),
  /** The writer; null for the customer. */
  operatorName: z.nullable(z.string()),
})

export const WorkedTicket = z.extend(QueuedTicket, {
  about: z.nullable(z.extend(TicketAbout, { status: z.string(), createdAtDateTime: Instant })),
  messages: z.array(WorkedMessage),
  hasMore: z.boolean(),
  /** The newest other tickets of the same customer. */
  others: z.array(z.pick(Ticket, { id: true, subject: true, status: true, closed: true, createdAtDateTime: true })),
})

const OfTicket = z.strictObject({ id: Id })

export const getTicketAsOperator = defineEndpoint({
  ...operatorRead,
  path: '/operations/tickets/:id',
  right: 'TICKETS_READ',
  summary: 'A ticket with its conversation and the notes of the operators',
  polled: true,
  params: OfTicket,
  query: z.strictObject({ size: Size }),
  response: replyWith({ baseDTO: WorkedTicket }),
  errors: ['TICKET_NOT_FOUND', 'LOOKS_USED_UP'],
})

const act = { method: 'POST', access: 'operator', offline: 'never', params: OfTicket, response: replyWith({}) } as const

export const takeTicket = defineEndpoint({
  ...act,
  path: '/operations/tickets/:id/take',
  right: 'TICKETS_ANSWER',
  summary: 'Takes a ticket, from nobody or from a colleague',
  errors: ['TICKET_NOT_FOUND', 'TICKET_CLOSED', 'NOTHING_TO_CHANGE'],
})

export const handOverTicket = defineEndpoint({
  ...act,
  path: '/operations/tickets/:id/hand-over',
  right: 'TICKETS_ANSWER',
  summary: 'Hands a ticket over to a colleague',
  body: z.strictObject({ operatorId: Id }),
  errors: ['TICKET_NOT_FOUND', 'OPERATOR_NOT_FOUND', 'TICKET_CLOSED', 'NOTHING_TO_CHANGE'],
})

export const closeTicket = defineEndpoint({
  ...act,
  path: '/operations/tickets/:id/close',
  right: 'TICKETS_ANSWER',
  summary: "Closes a ticket; the customer's next message opens it again",
  body: z.strictObject({ reason: Reason }),
  errors: ['TICKET_NOT_FOUND', 'TICKET_CLOSED', 'TICKET_OF_ANOTHER'],
})

const Text = z.string().check(z.maxLength(12_000))

export const answerTicket = defineEndpoint({
  ...act,
  path: '/operations/tickets/:id/answer',
  right: 'TICKETS_ANSWER',
  summary: 'Answers the customer, by a text or a file. Sent twice, it is one message',
  body: z.strictObject({ text: z.optional(Text), clientKey: z.optional(ClientKey) }),
  ...MESSAGE_PARTS,
  errors: [
    'TICKET_TEXT_REQUIRED',
    'TICKET_TEXT_TOO_LONG',
    'TICKET_NOT_FOUND',
    'IDEMPOTENCY_KEY_REUSED',
    'FILE_REFUSED',
    'TICKET_CLOSED',
    'TICKET_OF_ANOTHER',
  ],
})

export const noteOnTicket = defineEndpoint({
  ...act,
  path: '/operations/tickets/:id/note',
  right: 'TICKETS_ANSWER',
  summary: 'A note for the other operators, which the customer never sees',
  body: z.strictObject({ text: Text, clientKey: z.optional(ClientKey) }),
  errors: ['TICKET_TEXT_REQUIRED', 'TICKET_TEXT_TOO_LONG', 'TICKET_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
})

export const getTicketFile = defineEndpoint({
  ...operatorRead,
  path: '/operations/tickets/:id/files/:fileName',
  // Customers send documents by tickets: only those who answer them download files.
  right: 'TICKETS_ANSWER',
  summary: 'A file of a ticket, to be saved. Each view is in the audit log',
  format: 'file',
  params: z.strictObject({ id: Id, fileName: z.string().check(z.maxLength(100)) }),
  response: z.unknown(),
  errors: ['FILE_NOT_FOUND'],
})

export const getTicketOperators = defineEndpoint({
  ...operatorRead,
  path: '/operations/ticket-operators',
  right: 'TICKETS_READ',
  summary: 'The colleagues to whom a ticket can be handed over',
  response: replyWith({ content: z.array(Colleague) }),
})
