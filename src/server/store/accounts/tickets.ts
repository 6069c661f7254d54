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
import { countOf, findRow, hasRows, insertWithId, type Row, readRows, rowAs, updateRows } from '../rows.ts'

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

export interface TicketColumns extends Row {
  readonly status: TicketStatus
  readonly aboutKind: TicketSubjectKind | null
  readonly aboutId: string
}

/** The columns of `tickets`, and the text of the first message. */
export const TICKET_COLUMNS = `tickets.id, tickets.user_id as "userId", tickets.subject, tickets.type, tickets.status,
  tickets.created_at as "createdAt", tickets.updated_at as "updatedAt", tickets.waits_since as "waitsSince",
  tickets.first_answered_at as "firstAnsweredAt", tickets.closed_at as "closedAt", tickets.assigned_to as "assignedTo",
  tickets.about_kind as "aboutKind", tickets.about_id::text as "aboutId",
  coalesce((select text from ticket_messages where ticket_id = tickets.id and not internal order by id limit 1), '') as description`
const ticketOf = rowAs<Omit<TicketRow, 'state' | 'about'>>('id', 'userId', 'assignedTo')

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
  return countOf(tx, 'select count(*) as count from tickets where user_id = $1 and waits_since is not null', [userId])
}

const sentBefore = rowAs<SentBefore>('id')

/** The ticket opened under this key or, without a key, one with the same content since then. */
export const findSentTicket = (
  database: Queryable,
  { userId, clientKey, contentHash, since }: Pick<NewTicket, 'userId' | 'clientKey' | 'contentHash'> & { since: Date },
): Promise<SentBefore | undefined> =>
  findRow(
    database,
    sentBefore,
    `select id, content_hash = $2 as "isSame" from tickets where user_id = $1 and (
      ($3::text is not null and client_key = $3) or ($3::text is null and content_hash = $2 and created_at >= $4)
    ) order by id desc limit 1`,
    [userId, contentHash, clientKey, since],
  )

export function insertTicket(tx: Transaction, ticket: NewTicket): Promise<number> {
  const { about, at, ...opened } = ticket
  const times = { createdAt: at, updatedAt: at, waitsSince: at }
  const fields = { ...opened, ...times, status: 'OPENED', aboutKind: about?.kind, aboutId: about?.id }
  return insertWithId(tx, 'tickets', fields)
}

/** A user's tickets, newest first. */
export function readTickets(
  database: Queryable,
  { userId, ...asked }: PageOf & { userId: number },
): Promise<Paged<TicketRow>> {
  const row = `select ${TICKET_COLUMNS} from tickets where id = page.id`
  const list = { table: 'tickets', conditions: ['user_id = $1'], values: [userId], row }
  return readPage<TicketColumns & { id: bigint }, TicketRow>(database, { list, asked, read: ticketRow })
}

/** The id of the wire, and the user to whom it must belong. */
export interface AskedTicket {
  readonly id: string
  readonly userId?: number | undefined
}

/** `undefined` if there is none, or it is not this user's. */
export const findTicket = (database: Queryable, { id, userId }: AskedTicket): Promise<TicketRow | undefined> =>
  findRow(
    database,
    ticketRow,
    `select ${TICKET_COLUMNS} from tickets where id = $1::bigint and ($2::bigint is null or user_id = $2)`,
    [id, userId],
  )

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

export const saveTicket = (tx: Transaction, { id, state, ...change }: TicketChange): Promise<void> =>
  updateRows(tx, 'tickets', { id }, { ...change, status: statusOf(state) })

export function ticketRow({ status, aboutKind, aboutId, ...row }: TicketColumns): TicketRow {
  const ticket = ticketOf(row)
  const about = aboutKind === null ? undefined : { kind: aboutKind, id: aboutId }
  return { ...ticket, state: ticket.closedAt === undefined ? status : 'CLOSED', about }
}

/** The data of an order, a deposit or a withdrawal that operators see with a ticket. */
export interface AboutFacts {
  readonly userId: number
  readonly status: string
  readonly at: Date
}

const TABLES = {
  ORDER: { table: 'orders', status: 'status' },
  DEPOSIT: { table: 'toman_deposits', status: 'status' },
  WITHDRAWAL: { table: 'withdrawals', status: 'state' },
} as const

/** `undefined` if there is none. */
export const findTicketAbout = (database: Queryable, { kind, id }: TicketAbout): Promise<AboutFacts | undefined> =>
  findRow(
    database,
    rowAs<AboutFacts>('userId'),
    `select user_id as "userId", ${TABLES[kind].status}::text as status, created_at as at from ${TABLES[kind].table}
      where id = $1::bigint`,
    [id],
  )

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
export const readCannedAnswers = (database: Queryable): Promise<CannedAnswerRow[]> =>
  readRows(
    database,
    rowAs<CannedAnswerRow>('id'),
    `select canned_answers.id, title, fa, en, changed_at as "changedAt", operator_name as "changedBy"
      from canned_answers left join users on users.id = changed_by order by title, canned_answers.id`,
  )

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
export const findSentCannedAnswer = (
  database: Queryable,
  { clientKey, contentHash, since }: Sent & { since: Date },
): Promise<SentBefore | undefined> =>
  findRow(
    database,
    sentBefore,
    `select id, content_hash = $1 as "isSame" from canned_answers where
      ($2::text is not null and client_key = $2) or ($2::text is null and content_hash = $1 and added_at >= $3)
      order by id desc limit 1`,
    [contentHash, clientKey, since],
  )

export const insertCannedAnswer = (tx: Transaction, { operatorId, at, ...answer }: Change & Sent): Promise<number> =>
  insertWithId(tx, 'canned_answers', { ...answer, changedBy: operatorId, changedAt: at, addedAt: at })

/** @returns whether it exists */
export function updateCannedAnswer(tx: Queryable, id: string, change: Change): Promise<boolean> {
  const { title, fa, en, operatorId, at } = change
  return hasRows(
    tx,
    `update canned_answers set title = $2, fa = $3, en = $4, changed_by = $5, changed_at = $6 where id = $1::bigint returning id`,
    [id, title, fa, en, operatorId, at],
  )
}

/** @returns the title of the removed one */
export async function deleteCannedAnswer(tx: Queryable, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ title: string }>('delete from canned_answers where id = $1::bigint returning title', [
    id,
  ])
  return row?.title
}
