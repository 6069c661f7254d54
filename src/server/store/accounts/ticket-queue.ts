import { toCount } from '#domain/counts.ts'
import { OPERATOR_RIGHTS } from '#domain/operator-rights.ts'
import type { TicketStatus } from '#domain/ticket.ts'
import type { Queryable } from '../database.ts'
import { TICKET_COLUMNS, type TicketColumns, type TicketRow, ticketRow } from './tickets.ts'

/** A ticket with its customer and its operator. */
export interface QueuedTicket extends TicketRow {
  readonly name: string | undefined
  readonly mobile: string
  readonly operatorName: string | undefined
}

export type TicketQueue = 'WAITING' | 'MINE' | 'ANSWERED' | 'CLOSED'

/** Worded like the indexes. */
const QUEUES = {
  WAITING: { where: 'waits_since is not null', order: 'waits_since, tickets.id' },
  MINE: { where: 'assigned_to = $1 and closed_at is null', order: 'waits_since nulls last, tickets.id desc' },
  ANSWERED: { where: `status = 'ADMIN_ANSWERED' and closed_at is null`, order: 'tickets.id desc' },
  CLOSED: { where: 'closed_at is not null', order: 'tickets.id desc' },
} as const satisfies Record<TicketQueue, { where: string; order: string }>

interface QueuedColumns extends TicketColumns {
  name: string | null
  mobile: string | null
  operator_name: string | null
}

const QUEUED = `select ${TICKET_COLUMNS}, i.first_name || ' ' || i.last_name as name, u.mobile, o.operator_name
  from tickets join users u on u.id = tickets.user_id left join identities i on i.user_id = tickets.user_id
    left join users o on o.id = tickets.assigned_to`

export async function readTicketQueue(
  database: Queryable,
  asked: { which: TicketQueue; operatorId: number; status: TicketStatus | undefined; page: number; size: number },
): Promise<{ readonly rows: readonly QueuedTicket[]; readonly hasMore: boolean }> {
  const { where, order } = QUEUES[asked.which]
  // Every statement has the same values, whether or not its queue belongs to an operator.
  const rows = await database.query<QueuedColumns>(
    `${QUEUED} where $1::bigint is not null and ${where} and ($2::ticket_status is null or tickets.status = $2)
      order by ${order} offset $3 limit $4`,
    [asked.operatorId, asked.status ?? null, (asked.page - 1) * asked.size, asked.size + 1],
  )
  return { rows: rows.slice(0, asked.size).map(queuedTicket), hasMore: rows.length > asked.size }
}

export async function findQueuedTicket(database: Queryable, id: string): Promise<QueuedTicket | undefined> {
  const [row] = await database.query<QueuedColumns>(`${QUEUED} where tickets.id = $1::bigint`, [id])
  return row && queuedTicket(row)
}

/** The newest other tickets of the same customer. */
export async function readOtherTickets(
  database: Queryable,
  { userId, id, max }: { userId: number; id: number; max: number },
): Promise<TicketRow[]> {
  const rows = await database.query<TicketColumns>(
    `select ${TICKET_COLUMNS} from tickets where user_id = $1 and id <> $2 order by id desc limit $3`,
    [userId, id, max],
  )
  return rows.map(ticketRow)
}

export interface QueueFigures {
  readonly waiting: number
  readonly oldestWaitsSince: Date | undefined
  /** The median time to the first answer. */
  readonly firstAnswerMs: number | undefined
}

/** @param since the time from which first answers count */
export async function readQueueFigures(database: Queryable, since: Date): Promise<QueueFigures> {
  const [row] = await database.query<{ waiting: bigint; oldest: Date | null; seconds: number | null }>(
    `select
      (select count(*) from tickets where waits_since is not null) as waiting,
      (select min(waits_since) from tickets where waits_since is not null) as oldest,
      (select percentile_cont(0.5) within group (order by extract(epoch from first_answered_at - created_at)::float8)
        from tickets where first_answered_at >= $1) as seconds`,
    [since],
  )
  return {
    waiting: toCount(row?.waiting ?? 0n),
    oldestWaitsSince: row?.oldest ?? undefined,
    firstAnswerMs: row?.seconds == null ? undefined : row.seconds * 1_000,
  }
}

export interface Colleague {
  readonly id: number
  readonly name: string
}

/** Operators who can sign in and whose roles may answer customers. */
export async function readColleagues(database: Queryable): Promise<Colleague[]> {
  const rows = await database.query<{ id: bigint; operator_name: string }>(
    `select id, operator_name from users where role = 'OPERATOR' and blocked_at is null and password_hash is not null
      and operator_roles && $1::text[] order by operator_name, id`,
    [OPERATOR_RIGHTS.TICKETS_ANSWER],
  )
  return rows.map(({ id, operator_name }) => ({ id: toCount(id), name: operator_name }))
}

/** The names of these operators, including former ones. */
export async function readOperatorNames(
  database: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await database.query<{ id: bigint; operator_name: string | null }>(
    'select id, operator_name from users where id = any($1::bigint[])',
    [[...new Set(ids)]],
  )
  return new Map(rows.map(({ id, operator_name }) => [toCount(id), operator_name ?? '']))
}

const queuedTicket = (row: QueuedColumns): QueuedTicket => ({
  ...ticketRow(row),
  name: row.name ?? undefined,
  mobile: row.mobile ?? '',
  operatorName: row.operator_name ?? undefined,
})

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
