import type * as z from 'zod/mini'
import type { QueuedTicket, WorkedTicket } from '#contract/operations-tickets.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { toBareDigits } from '#domain/ascii-digits.ts'
import { DAY_MS } from '#domain/durations.ts'
import { midnightInTehran } from '#domain/tehran-day.ts'
import { statusOf } from '#domain/ticket.ts'
import type { Operator } from '../../accounts/operators/operator-sessions.ts'
import { messageOnWire, ticketOnWire } from '../../accounts/tickets/ticket-on-wire.ts'
import {
  findQueuedTicket,
  findTickets,
  readOperatorNames,
  readOtherTickets,
  readTicketMessages,
  type QueuedTicket as StoredTicket,
} from '../../store/accounts/ticket-messages.ts'
import { findTicketAbout, type TicketAbout } from '../../store/accounts/tickets.ts'
import type { Queryable } from '../../store/database.ts'
import { cutPage, type Paged } from '../../store/page.ts'
import { maskedFor } from '../user-on-wire.ts'

/** A ticket as operators with these roles may see it. */
export const queuedOnWire = (
  ticket: StoredTicket,
  { roles }: Pick<Operator, 'roles'>,
): z.input<typeof QueuedTicket> => ({
  id: String(ticket.id),
  subject: ticket.subject,
  type: ticket.type,
  status: statusOf(ticket.state),
  closed: ticket.state === 'CLOSED',
  createdAtDateTime: ticket.createdAt.toISOString(),
  waitsSince: ticket.waitsSince?.toISOString() ?? null,
  firstAnsweredAt: ticket.firstAnsweredAt?.toISOString() ?? null,
  userId: String(ticket.userId),
  name: ticket.name ?? null,
  mobileNumber: maskedFor(roles, ticket.mobile),
  assignedTo:
    ticket.assignedTo === undefined ? null : { id: String(ticket.assignedTo), name: ticket.operatorName ?? '' },
})

const OTHERS_MAX = 5

/** A ticket with everything that operators see. Refuses TICKET_NOT_FOUND. */
export async function readTicket(
  database: Queryable,
  { id, size, roles }: { id: string; size: number; roles: Operator['roles'] },
): Promise<z.input<typeof WorkedTicket> | Rejected> {
  const ticket = await findQueuedTicket(database, id)
  if (!ticket) return rejected('TICKET_NOT_FOUND')
  const { rows, hasMore } = await readTicketMessages(database, { ticketId: ticket.id, size, withInternal: true })
  const writers = rows.flatMap(({ operatorId }) => operatorId ?? [])
  const names = await readOperatorNames(database, writers)
  const others = await readOtherTickets(database, { userId: ticket.userId, id: ticket.id, max: OTHERS_MAX })
  return {
    ...queuedOnWire(ticket, { roles }),
    about: ticket.about ? await aboutOnWire(database, ticket.about) : null,
    messages: rows.map((row) => ({
      ...messageOnWire(row),
      internal: row.internal,
      operatorName: row.operatorId === undefined ? null : (names.get(row.operatorId) ?? ''),
    })),
    hasMore,
    others: others.map(ticketOnWire).map(({ id, subject, status, closed, createdAtDateTime }) => ({
      ...{ id, subject, status, closed, createdAtDateTime },
    })),
  }
}

async function aboutOnWire(database: Queryable, about: TicketAbout): Promise<z.input<typeof WorkedTicket>['about']> {
  const facts = await findTicketAbout(database, about)
  return facts ? { ...about, status: facts.status, createdAtDateTime: facts.at.toISOString() } : null
}

const ROWS = 20
/** The period of a search without days, because it reads every message in it. */
const DAYS_BACK = 90
const NUMBER = /^[1-9]\d{0,14}$/

interface Asked {
  readonly search: string
  /** Days in Tehran, both included. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly before: string | undefined
  readonly now: Date
}

/** A number is a ticket's, or part of a text like any other words. */
export async function searchTickets(
  database: Queryable,
  { search, from, to, before, now }: Asked,
): Promise<Paged<StoredTicket>> {
  const digits = toBareDigits(search)
  const found = await findTickets(database, {
    id: NUMBER.test(digits) ? digits : undefined,
    text: search.trim(),
    from: from ? midnightInTehran(from) : new Date(now.getTime() - DAYS_BACK * DAY_MS),
    to: to ? new Date(midnightInTehran(to).getTime() + DAY_MS) : new Date(now.getTime() + DAY_MS),
    before: before || undefined,
    rowsMax: ROWS + 1,
  })
  return cutPage(found, ROWS, ({ id }) => id)
}
