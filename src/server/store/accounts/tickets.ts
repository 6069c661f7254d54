import { toCount } from '#domain/counts.ts'
import type { PageOf } from '#domain/page.ts'
import {
  statusOf,
  type TicketState,
  type TicketStatus,
  type TicketSubjectKind,
  type TicketType,
} from '#domain/ticket.ts'
import type { Queryable, Transaction } from '../database.ts'
import { type Paged, readPage } from '../page.ts'

/** The subject of a ticket. */
export interface TicketAbout {
  readonly kind: TicketSubjectKind
  readonly id: string
}

export interface TicketRow {
  readonly id: number
  readonly userId: number
  readonly subject: string
  readonly type: TicketType
  readonly state: TicketState
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Since when the customer waits for us. */
  readonly waitsSince: Date | undefined
  readonly firstAnsweredAt: Date | undefined
  readonly closedAt: Date | undefined
  readonly assignedTo: number | undefined
  readonly about: TicketAbout | undefined
  /** The text of its first message. */
  readonly description: string
}

export interface TicketColumns {
  id: bigint
  user_id: bigint
  subject: string
  type: TicketType
  status: TicketStatus
  created_at: Date
  updated_at: Date
  waits_since: Date | null
  first_answered_at: Date | null
  closed_at: Date | null
  assigned_to: bigint | null
  about_kind: TicketSubjectKind | null
  about_id: bigint | null
  description: string | null
}

/** The columns of `tickets`, and the text of the first message. */
export const TICKET_COLUMNS = `tickets.id, tickets.user_id, tickets.subject, tickets.type, tickets.status, tickets.created_at,
  tickets.updated_at, tickets.waits_since, tickets.first_answered_at, tickets.closed_at, tickets.assigned_to, tickets.about_kind,
  tickets.about_id,
  (select text from ticket_messages where ticket_id = tickets.id and not internal order by id limit 1) as description`

export interface NewTicket {
  readonly userId: number
  readonly subject: string
  readonly type: TicketType
  readonly about: TicketAbout | undefined
  readonly clientKey: string | undefined
  readonly contentHash: Uint8Array
  readonly at: Date
}

/** Identifies an earlier request: by a key, or by the same content. */
export interface SentBefore {
  readonly id: number
  readonly isSame: boolean
}

/** Makes this user's other new tickets wait for this transaction. @returns the number of the user's tickets that wait for us */
export async function lockTicketsOf(tx: Transaction, userId: number): Promise<number> {
  await tx.query('select 1 from users where id = $1 for update', [userId])
  const [row] = await tx.query<{ count: bigint }>(
    'select count(*) as count from tickets where user_id = $1 and waits_since is not null',
    [userId],
  )
  return toCount(row?.count ?? 0n)
}

/** The ticket opened under this key or, without a key, one with the same content since then. */
export async function findSentTicket(
  database: Queryable,
  { userId, clientKey, contentHash, since }: Pick<NewTicket, 'userId' | 'clientKey' | 'contentHash'> & { since: Date },
): Promise<SentBefore | undefined> {
  const [row] = await database.query<{ id: bigint; is_same: boolean }>(
    `select id, content_hash = $2 as is_same from tickets where user_id = $1 and (
      ($3::text is not null and client_key = $3) or ($3::text is null and content_hash = $2 and created_at >= $4)
    ) order by id desc limit 1`,
    [userId, contentHash, clientKey ?? null, since],
  )
  return row && { id: toCount(row.id), isSame: row.is_same }
}

export async function insertTicket(tx: Transaction, ticket: NewTicket): Promise<number> {
  const { userId, subject, type, about, clientKey, contentHash, at } = ticket
  const [row] = await tx.query<{ id: bigint }>(
    `insert into tickets (user_id, subject, type, status, created_at, updated_at, waits_since, about_kind, about_id, client_key, content_hash)
      values ($1, $2, $3, 'OPENED', $4, $4, $4, $5, $6::bigint, $7, $8) returning id`,
    [userId, subject, type, at, about?.kind ?? null, about?.id ?? null, clientKey ?? null, contentHash],
  )
  if (!row) throw new Error('the database gave no row for a ticket')
  return toCount(row.id)
}

/** A user's tickets, newest first. */
export function readTickets(
  database: Queryable,
  { userId, ...asked }: PageOf & { userId: number },
): Promise<Paged<TicketRow>> {
  const row = `select ${TICKET_COLUMNS} from tickets where id = page.id`
  const list = { table: 'tickets', conditions: ['user_id = $1'], values: [userId], row }
  return readPage(database, { list, asked, read: ticketRow })
}

/** The id of the wire, and the user to whom it must belong. */
export interface AskedTicket {
  readonly id: string
  readonly userId?: number | undefined
}

/** `undefined` if there is none, or it is not this user's. */
export async function findTicket(database: Queryable, { id, userId }: AskedTicket): Promise<TicketRow | undefined> {
  const [row] = await database.query<TicketColumns>(
    `select ${TICKET_COLUMNS} from tickets where id = $1::bigint and ($2::bigint is null or user_id = $2)`,
    [id, userId ?? null],
  )
  return row && ticketRow(row)
}

/** The same, locked: other changes wait for the end of this transaction. */
export async function lockTicket(tx: Transaction, asked: AskedTicket): Promise<TicketRow | undefined> {
  await tx.query('select 1 from tickets where id = $1::bigint for update', [asked.id])
  return findTicket(tx, asked)
}

/** A ticket's fields after an act. */
export interface TicketChange {
  readonly id: number
  readonly state: TicketState
  readonly waitsSince: Date | undefined
  readonly updatedAt: Date
  readonly firstAnsweredAt: Date | undefined
  readonly assignedTo: number | undefined
  readonly closedAt: Date | undefined
}

export async function saveTicket(tx: Transaction, change: TicketChange): Promise<void> {
  await tx.query(
    `update tickets set status = $2::ticket_status, waits_since = $3, updated_at = $4, first_answered_at = $5, assigned_to = $6, closed_at = $7
      where id = $1`,
    [
      change.id,
      statusOf(change.state),
      change.waitsSince ?? null,
      change.updatedAt,
      change.firstAnsweredAt ?? null,
      change.assignedTo ?? null,
      change.closedAt ?? null,
    ],
  )
}

export function ticketRow(row: TicketColumns): TicketRow {
  return {
    id: toCount(row.id),
    userId: toCount(row.user_id),
    subject: row.subject,
    type: row.type,
    state: row.closed_at === null ? row.status : 'CLOSED',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    waitsSince: row.waits_since ?? undefined,
    firstAnsweredAt: row.first_answered_at ?? undefined,
    closedAt: row.closed_at ?? undefined,
    assignedTo: row.assigned_to === null ? undefined : toCount(row.assigned_to),
    about: row.about_kind === null ? undefined : { kind: row.about_kind, id: String(row.about_id) },
    description: row.description ?? '',
  }
}

/** The data of an order, a deposit or a withdrawal that operators see with a ticket. */
export interface AboutFacts {
  readonly userId: number
  readonly status: string
  readonly at: Date
}

const TABLES = { ORDER: 'orders', DEPOSIT: 'toman_deposits', WITHDRAWAL: 'withdrawals' } as const

/** `undefined` if there is none. */
export async function findTicketAbout(database: Queryable, { kind, id }: TicketAbout): Promise<AboutFacts | undefined> {
  const [row] = await database.query<{ user_id: bigint; status: string; created_at: Date }>(
    `select user_id, status::text, created_at from ${TABLES[kind]} where id = $1::bigint`,
    [id],
  )
  return row && { userId: toCount(row.user_id), status: row.status, at: row.created_at }
}

export interface CannedAnswerText {
  readonly title: string
  readonly fa: string
  readonly en: string
}

export interface CannedAnswerRow extends CannedAnswerText {
  readonly id: number
  readonly changedAt: Date
  readonly changedBy: string | undefined
}

/** By title. */
export async function readCannedAnswers(database: Queryable): Promise<CannedAnswerRow[]> {
  const rows = await database.query<CannedAnswerText & { id: bigint; changed_at: Date; operator_name: string | null }>(
    `select canned_answers.id, title, fa, en, changed_at, operator_name
      from canned_answers left join users on users.id = changed_by order by title, canned_answers.id`,
  )
  return rows.map(({ id, title, fa, en, changed_at, operator_name }) => ({
    ...{ id: toCount(id), title, fa, en, changedAt: changed_at, changedBy: operator_name ?? undefined },
  }))
}

interface Change extends CannedAnswerText {
  readonly operatorId: number
  readonly at: Date
}

/** Identifies a ready answer that was sent before. */
interface Sent {
  readonly clientKey: string | undefined
  readonly contentHash: Uint8Array
}

/** Makes other additions of ready answers wait for this transaction. */
export const lockCannedAnswers = (tx: Transaction): Promise<unknown> =>
  tx.query('lock table canned_answers in share row exclusive mode')

/** The ready answer added under this key or, without a key, one with the same content since then. */
export async function findSentCannedAnswer(
  database: Queryable,
  { clientKey, contentHash, since }: Sent & { since: Date },
): Promise<SentBefore | undefined> {
  const [row] = await database.query<{ id: bigint; is_same: boolean }>(
    `select id, content_hash = $1 as is_same from canned_answers where
      ($2::text is not null and client_key = $2) or ($2::text is null and content_hash = $1 and added_at >= $3)
      order by id desc limit 1`,
    [contentHash, clientKey ?? null, since],
  )
  return row && { id: toCount(row.id), isSame: row.is_same }
}

export async function insertCannedAnswer(tx: Transaction, answer: Change & Sent): Promise<number> {
  const { title, fa, en, operatorId, at, clientKey, contentHash } = answer
  const [row] = await tx.query<{ id: bigint }>(
    `insert into canned_answers (title, fa, en, changed_by, changed_at, added_at, client_key, content_hash)
      values ($1, $2, $3, $4, $5, $5, $6, $7) returning id`,
    [title, fa, en, operatorId, at, clientKey ?? null, contentHash],
  )
  if (!row) throw new Error('the database gave no row for a ready answer')
  return toCount(row.id)
}

/** @returns whether it exists */
export async function updateCannedAnswer(tx: Queryable, id: string, change: Change): Promise<boolean> {
  const { title, fa, en, operatorId, at } = change
  const rows = await tx.query(
    `update canned_answers set title = $2, fa = $3, en = $4, changed_by = $5, changed_at = $6 where id = $1::bigint returning id`,
    [id, title, fa, en, operatorId, at],
  )
  return rows.length > 0
}

/** @returns the title of the removed one */
export async function deleteCannedAnswer(tx: Queryable, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ title: string }>('delete from canned_answers where id = $1::bigint returning title', [
    id,
  ])
  return row?.title
}
