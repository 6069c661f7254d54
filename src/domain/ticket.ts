import { plainLineOf, plainTextOf } from './plain-text.ts'

export const TICKET_TYPES = ['TECHNICAL', 'GENERAL'] as const
export type TicketType = (typeof TICKET_TYPES)[number]

export const TICKET_STATUSES = ['OPENED', 'PENDING', 'CUSTOMER_ANSWERED', 'ADMIN_ANSWERED'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** What a ticket may be about: one of its customer's own. */
export const TICKET_SUBJECT_KINDS = ['ORDER', 'DEPOSIT', 'WITHDRAWAL'] as const
export type TicketSubjectKind = (typeof TICKET_SUBJECT_KINDS)[number]

/** The statuses, and that of a ticket which an operator has closed. Its customer sees ADMIN_ANSWERED, and that it is closed. */
export type TicketState = TicketStatus | 'CLOSED'

/**
 * What happens to a ticket, whose act it is, and where it leads from each state. A state that a row leaves out refuses the act: TICKET_CLOSED.
 * A ticket that nobody has taken stays OPENED however much its customer adds; an operator who takes one makes it PENDING; only a customer's
 * message opens a closed one again.
 */
export const TICKET_ACTS = {
  CUSTOMER_WRITES: {
    by: 'CUSTOMER',
    to: {
      OPENED: 'OPENED',
      PENDING: 'PENDING',
      CUSTOMER_ANSWERED: 'CUSTOMER_ANSWERED',
      ADMIN_ANSWERED: 'CUSTOMER_ANSWERED',
      CLOSED: 'CUSTOMER_ANSWERED',
    },
  },
  OPERATOR_TAKES: {
    by: 'OPERATOR',
    to: {
      OPENED: 'PENDING',
      PENDING: 'PENDING',
      CUSTOMER_ANSWERED: 'PENDING',
      ADMIN_ANSWERED: 'ADMIN_ANSWERED',
    },
  },
  OPERATOR_ANSWERS: {
    by: 'OPERATOR',
    to: {
      OPENED: 'ADMIN_ANSWERED',
      PENDING: 'ADMIN_ANSWERED',
      CUSTOMER_ANSWERED: 'ADMIN_ANSWERED',
      ADMIN_ANSWERED: 'ADMIN_ANSWERED',
    },
  },
  OPERATOR_NOTES: {
    by: 'OPERATOR',
    to: {
      OPENED: 'OPENED',
      PENDING: 'PENDING',
      CUSTOMER_ANSWERED: 'CUSTOMER_ANSWERED',
      ADMIN_ANSWERED: 'ADMIN_ANSWERED',
      CLOSED: 'CLOSED',
    },
  },
  OPERATOR_CLOSES: {
    by: 'OPERATOR',
    to: { OPENED: 'CLOSED', PENDING: 'CLOSED', CUSTOMER_ANSWERED: 'CLOSED', ADMIN_ANSWERED: 'CLOSED' },
  },
} as const satisfies Record<
  string,
  { by: 'CUSTOMER' | 'OPERATOR'; to: { readonly [From in TicketState]?: TicketState } }
>
export type TicketAct = keyof typeof TICKET_ACTS

/** Where an act leads; `undefined` where it is not allowed. */
export function stateAfter(act: TicketAct, from: TicketState): TicketState | undefined {
  const to: { readonly [From in TicketState]?: TicketState } = TICKET_ACTS[act].to
  return to[from]
}

/** What the wire and the table call a state. */
export const statusOf = (state: TicketState): TicketStatus => (state === 'CLOSED' ? 'ADMIN_ANSWERED' : state)

/** The customer waits for us. */
export const waitsForSupport = (state: TicketState): boolean => state !== 'CLOSED' && state !== 'ADMIN_ANSWERED'

export const TICKET_LENGTHS_MAX = { subject: 100, text: 4_000 } as const

/** Of a ready answer. */
export const CANNED_TITLE_LENGTH_MAX = 80

export type TicketTextProblem = 'REQUIRED' | 'TOO_LONG'

/** A subject or a text as it is kept. */
export const ticketTextOf = (part: keyof typeof TICKET_LENGTHS_MAX, typed: string): string =>
  part === 'subject' ? plainLineOf(typed) : plainTextOf(typed)

/** What is wrong with a subject or a text, as it would be kept. */
export function checkTicketText(part: keyof typeof TICKET_LENGTHS_MAX, typed: string): TicketTextProblem | undefined {
  const { length } = ticketTextOf(part, typed)
  if (length === 0) return 'REQUIRED'
  return length > TICKET_LENGTHS_MAX[part] ? 'TOO_LONG' : undefined
}

/** Of a file that comes with a message. */
export const TICKET_FILE_BYTES_MAX = 10 * 1024 * 1024
