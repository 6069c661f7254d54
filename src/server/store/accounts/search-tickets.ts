import type { Queryable } from '../database.ts'
import { QUEUED, type QueuedColumns, type QueuedTicket, queuedTicket } from './ticket-queue.ts'

export interface TicketTerms {
  /** Selects one ticket, regardless of days. */
  readonly id: string | undefined
  /** A part of the subject or of a message; empty for all. */
  readonly text: string
  readonly from: Date
  readonly to: Date
  /** The ticket after which the list continues. */
  readonly before: string | undefined
  readonly rowsMax: number
}

/** Tickets of all customers, newest first. Notes of operators are searched, too. */
export async function findTickets(database: Queryable, terms: TicketTerms): Promise<QueuedTicket[]> {
  const rows = await database.query<QueuedColumns>(
    `${QUEUED} where ($5::bigint is null or tickets.id < $5) and (
        tickets.id = $1::bigint or (tickets.created_at >= $3 and tickets.created_at < $4 and (
          $2 = '' or tickets.subject ilike $2 or exists (
            select from ticket_messages m where m.ticket_id = tickets.id and m.text ilike $2))))
      order by tickets.id desc limit $6`,
    [terms.id ?? null, pattern(terms.text), terms.from, terms.to, terms.before ?? null, terms.rowsMax],
  )
  return rows.map(queuedTicket)
}

/** Its words in their order, with anything between them. */
const pattern = (text: string) => (text === '' ? '' : `%${text.replace(/[\\%_]/g, '\\$&').replaceAll(/\s+/g, '%')}%`)
