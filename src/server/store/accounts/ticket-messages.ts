import { toCount } from '#domain/counts.ts'
import { OPERATOR_RIGHTS } from '#domain/operator-rights.ts'
import type { TicketStatus } from '#domain/ticket.ts'
import type { Queryable, Transaction } from '../database.ts'
import { findRow, insertReturning, type Row, readRows, rowAs } from '../rows.ts'
import { type SentBefore, TICKET_COLUMNS, type TicketColumns, type TicketRow, ticketRow } from './tickets.ts'

export interface TicketMessageRow {
  readonly id: number
  readonly at: Date
  /** Absent if the customer wrote it. */
  readonly operatorId: number | undefined
  readonly internal: boolean
  readonly text: string | undefined
  readonly file: { readonly name: string; readonly bytes: number } | undefined
}

export interface NewTicketMessage extends Omit<TicketMessageRow, 'id'> {
  readonly ticketId: number
  readonly clientKey: string | undefined
  readonly contentHash: Uint8Array
}

interface MessageColumns extends Row {
  readonly fileName: string | null
  readonly fileBytes: number | null
}

const COLUMNS =
  'id, at, operator_id as "operatorId", internal, text, file_name as "fileName", file_bytes as "fileBytes"'
const messageOf = rowAs<Omit<TicketMessageRow, 'file'>>('id', 'operatorId')

const messageRow = ({ fileName, fileBytes, ...row }: MessageColumns): TicketMessageRow => ({
  ...messageOf(row),
  file: fileName === null ? undefined : { name: fileName, bytes: fileBytes ?? 0 },
})

export function insertTicketMessage(
  tx: Transaction,
  { file, ...message }: NewTicketMessage,
): Promise<TicketMessageRow> {
  const fields = { ...message, fileName: file?.name, fileBytes: file?.bytes }
  return insertReturning(tx, messageRow, { table: 'ticket_messages', fields, returning: COLUMNS })
}

/** The fields that identify a message sent again. */
export type SentMessage = Pick<NewTicketMessage, 'ticketId' | 'operatorId' | 'internal' | 'clientKey' | 'contentHash'>

/** The message sent under this key or, without a key, one of the same writer with the same content since then. */
export const findSentMessage = (
  database: Queryable,
  { ticketId, operatorId, internal, clientKey, contentHash }: SentMessage,
  since: Date,
): Promise<SentBefore | undefined> =>
  findRow(
    database,
    rowAs<SentBefore>('id'),
    `select id, content_hash = $2 and operator_id is not distinct from $5::bigint and internal = $6 as "isSame"
      from ticket_messages where ticket_id = $1 and (
        ($3::text is not null and client_key = $3)
        or ($3::text is null and content_hash = $2 and at >= $4 and operator_id is not distinct from $5::bigint and internal = $6)
      ) order by id desc limit 1`,
    [ticketId, contentHash, clientKey, since, operatorId, internal],
  )

export const readTicketMessage = (database: Queryable, id: number): Promise<TicketMessageRow | undefined> =>
  findRow(database, messageRow, `select ${COLUMNS} from ticket_messages where id = $1`, [id])

/** The newest messages, oldest first. Operators' internal notes are read only on request. */
export async function readTicketMessages(
  database: Queryable,
  { ticketId, size, withInternal = false }: { ticketId: number; size: number; withInternal?: boolean },
): Promise<{ readonly rows: readonly TicketMessageRow[]; readonly hasMore: boolean }> {
  const rows = await database.query<MessageColumns>(
    `select ${COLUMNS} from ticket_messages where ticket_id = $1 ${withInternal ? '' : 'and not internal'} order by id desc limit $2`,
    [ticketId, size + 1],
  )
  return { rows: rows.slice(0, size).map(messageRow).reverse(), hasMore: rows.length > size }
}

interface TicketFile {
  readonly userId: number
  readonly ticketId: number
}

/** The ticket of a file and its owner; `undefined` if no message visible to its customer names the file. */
export const findTicketFile = (database: Queryable, name: string): Promise<TicketFile | undefined> =>
  findRow(
    database,
    rowAs<TicketFile>('userId', 'ticketId'),
    `select tickets.user_id as "userId", tickets.id as "ticketId" from ticket_messages join tickets on tickets.id = ticket_id
      where file_name = $1 and not internal`,
    [name],
  )

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
  readonly name: string | null
  readonly mobile: string
  readonly operatorName: string | null
}

const QUEUED = `select ${TICKET_COLUMNS}, i.first_name || ' ' || i.last_name as name, coalesce(u.mobile, '') as mobile, o.operator_name as "operatorName"
  from tickets join users u on u.id = tickets.user_id left join identities i on i.user_id = tickets.user_id
    left join users o on o.id = tickets.assigned_to`

const queuedTicket = ({ name, mobile, operatorName, ...row }: QueuedColumns): QueuedTicket => ({
  ...ticketRow(row),
  ...{ name: name ?? undefined, mobile, operatorName: operatorName ?? undefined },
})

export async function readTicketQueue(
  database: Queryable,
  asked: { which: TicketQueue; operatorId: number; status: TicketStatus | undefined; page: number; size: number },
): Promise<{ readonly rows: readonly QueuedTicket[]; readonly hasMore: boolean }> {
  const { where, order } = QUEUES[asked.which]
  // Every statement has the same values, whether or not its queue belongs to an operator.
  const rows = await database.query<QueuedColumns>(
    `${QUEUED} where $1::bigint is not null and ${where} and ($2::ticket_status is null or tickets.status = $2)
      order by ${order} offset $3 limit $4`,
    [asked.operatorId, asked.status, (asked.page - 1) * asked.size, asked.size + 1],
  )
  return { rows: rows.slice(0, asked.size).map(queuedTicket), hasMore: rows.length > asked.size }
}

export const findQueuedTicket = (database: Queryable, id: string): Promise<QueuedTicket | undefined> =>
  findRow(database, queuedTicket, `${QUEUED} where tickets.id = $1::bigint`, [id])

/** The newest other tickets of the same customer. */
export const readOtherTickets = (
  database: Queryable,
  { userId, id, max }: { userId: number; id: number; max: number },
): Promise<TicketRow[]> =>
  readRows(
    database,
    ticketRow,
    `select ${TICKET_COLUMNS} from tickets where user_id = $1 and id <> $2 order by id desc limit $3`,
    [userId, id, max],
  )

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
export const readColleagues = (database: Queryable): Promise<Colleague[]> =>
  readRows(
    database,
    rowAs<Colleague>('id'),
    `select id, operator_name as name from users where role = 'OPERATOR' and blocked_at is null and password_hash is not null
      and operator_roles && $1::text[] order by operator_name, id`,
    [OPERATOR_RIGHTS.TICKETS_ANSWER],
  )

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
export const findTickets = (database: Queryable, terms: TicketTerms): Promise<QueuedTicket[]> =>
  readRows(
    database,
    queuedTicket,
    `${QUEUED} where ($5::bigint is null or tickets.id < $5) and (
        tickets.id = $1::bigint or (tickets.created_at >= $3 and tickets.created_at < $4 and (
          $2 = '' or tickets.subject ilike $2 or exists (
            select from ticket_messages m where m.ticket_id = tickets.id and m.text ilike $2))))
      order by tickets.id desc limit $6`,
    [terms.id, pattern(terms.text), terms.from, terms.to, terms.before, terms.rowsMax],
  )

/** Its words in their order, with anything between them. */
const pattern = (text: string) => (text === '' ? '' : `%${text.replace(/[\\%_]/g, '\\$&').replaceAll(/\s+/g, '%')}%`)
