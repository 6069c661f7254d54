import { toCount } from '#domain/counts.ts'
import type { Queryable, Transaction } from '../database.ts'
import type { SentBefore } from './tickets.ts'

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

interface Columns {
  id: bigint
  at: Date
  operator_id: bigint | null
  internal: boolean
  text: string | null
  file_name: string | null
  file_bytes: number | null
}

const COLUMNS = 'id, at, operator_id, internal, text, file_name, file_bytes'

export async function insertTicketMessage(tx: Transaction, message: NewTicketMessage): Promise<TicketMessageRow> {
  const { ticketId, at, operatorId, internal, text, file, clientKey, contentHash } = message
  const [row] = await tx.query<Columns>(
    `insert into ticket_messages (ticket_id, at, operator_id, internal, text, file_name, file_bytes, client_key, content_hash)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`,
    [
      ...[ticketId, at, operatorId ?? null, internal, text ?? null, file?.name ?? null, file?.bytes ?? null],
      ...[clientKey ?? null, contentHash],
    ],
  )
  if (!row) throw new Error('the database gave no row for a message')
  return messageRow(row)
}

/** The fields that identify a message sent again. */
export type SentMessage = Pick<NewTicketMessage, 'ticketId' | 'operatorId' | 'internal' | 'clientKey' | 'contentHash'>

/** The message sent under this key or, without a key, one of the same writer with the same content since then. */
export async function findSentMessage(
  database: Queryable,
  { ticketId, operatorId, internal, clientKey, contentHash }: SentMessage,
  since: Date,
): Promise<SentBefore | undefined> {
  const [row] = await database.query<{ id: bigint; is_same: boolean }>(
    `select id, content_hash = $2 and operator_id is not distinct from $5::bigint and internal = $6 as is_same
      from ticket_messages where ticket_id = $1 and (
        ($3::text is not null and client_key = $3)
        or ($3::text is null and content_hash = $2 and at >= $4 and operator_id is not distinct from $5::bigint and internal = $6)
      ) order by id desc limit 1`,
    [ticketId, contentHash, clientKey ?? null, since, operatorId ?? null, internal],
  )
  return row && { id: toCount(row.id), isSame: row.is_same }
}

export async function readTicketMessage(database: Queryable, id: number): Promise<TicketMessageRow | undefined> {
  const [row] = await database.query<Columns>(`select ${COLUMNS} from ticket_messages where id = $1`, [id])
  return row && messageRow(row)
}

/** The newest messages, oldest first. Operators' internal notes are read only on request. */
export async function readTicketMessages(
  database: Queryable,
  { ticketId, size, withInternal = false }: { ticketId: number; size: number; withInternal?: boolean },
): Promise<{ readonly rows: readonly TicketMessageRow[]; readonly hasMore: boolean }> {
  const rows = await database.query<Columns>(
    `select ${COLUMNS} from ticket_messages where ticket_id = $1 ${withInternal ? '' : 'and not internal'} order by id desc limit $2`,
    [ticketId, size + 1],
  )
  return { rows: rows.slice(0, size).map(messageRow).reverse(), hasMore: rows.length > size }
}

/** The ticket of a file and its owner; `undefined` if no message visible to its customer names the file. */
export async function findTicketFile(
  database: Queryable,
  name: string,
): Promise<{ readonly userId: number; readonly ticketId: number } | undefined> {
  const [row] = await database.query<{ user_id: bigint; id: bigint }>(
    `select tickets.user_id, tickets.id from ticket_messages join tickets on tickets.id = ticket_id
      where file_name = $1 and not internal`,
    [name],
  )
  return row && { userId: toCount(row.user_id), ticketId: toCount(row.id) }
}

function messageRow({ file_name, file_bytes, ...row }: Columns): TicketMessageRow {
  return {
    id: toCount(row.id),
    at: row.at,
    operatorId: row.operator_id === null ? undefined : toCount(row.operator_id),
    internal: row.internal,
    text: row.text ?? undefined,
    file: file_name === null ? undefined : { name: file_name, bytes: file_bytes ?? 0 },
  }
}
