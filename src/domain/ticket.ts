import { plainLineOf, plainTextOf } from './plain-text.ts'

export const TICKET_TYPES = ['TECHNICAL', 'GENERAL'] as const
export type TicketType = (typeof TICKET_TYPES)[number]

export const TICKET_STATUSES = ['OPENED', 'PENDING', 'CUSTOMER_ANSWERED', 'ADMIN_ANSWERED'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** The kinds of items that a ticket may refer to; the item must belong to its customer. */
export const TICKET_SUBJECT_KINDS = ['ORDER', 'DEPOSIT', 'WITHDRAWAL'] as const
export type TicketSubjectKind = (typeof TICKET_SUBJECT_KINDS)[number]

/** The statuses, plus that of a ticket closed by an operator. Its customer sees ADMIN_ANSWERED and that it is closed. */
export type TicketState = TicketStatus | 'CLOSED'

/**
 * The acts on a ticket, who performs each, and the next state from each state. A state that a row leaves out refuses the act:
 * TICKET_CLOSED. A ticket that nobody has taken stays OPENED however much its customer adds; taking one makes it PENDING; only a customer's
 * message reopens a closed one.
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

/** The state after an act; `undefined` if the act is not allowed. */
export function stateAfter(act: TicketAct, from: TicketState): TicketState | undefined {
  const to: { readonly [From in TicketState]?: TicketState } = TICKET_ACTS[act].to
  return to[from]
}

/** The status of a state on the wire and in the table. */
export const statusOf = (state: TicketState): TicketStatus => (state === 'CLOSED' ? 'ADMIN_ANSWERED' : state)

/** Whether the customer waits for us. */
export const waitsForSupport = (state: TicketState): boolean => state !== 'CLOSED' && state !== 'ADMIN_ANSWERED'

export const TICKET_LENGTHS_MAX = { subject: 100, text: 4_000 } as const

/** Length of a ready answer's title. */
export const CANNED_TITLE_LENGTH_MAX = 80

export type TicketTextProblem = 'REQUIRED' | 'TOO_LONG'

/** A subject or a text in its stored form. */
export const ticketTextOf = (part: keyof typeof TICKET_LENGTHS_MAX, typed: string): string =>
  part === 'subject' ? plainLineOf(typed) : plainTextOf(typed)

/** The fault of a subject or a text in its stored form. */
export function checkTicketText(part: keyof typeof TICKET_LENGTHS_MAX, typed: string): TicketTextProblem | undefined {
  const { length } = ticketTextOf(part, typed)
  if (length === 0) return 'REQUIRED'
  return length > TICKET_LENGTHS_MAX[part] ? 'TOO_LONG' : undefined
}

/** The limit for a file attached to a message. */
export const TICKET_FILE_BYTES_MAX = 10 * 1024 * 1024
