import { toCount } from '#domain/counts.ts'
import type { Queryable, Transaction } from '../database.ts'
import type { SentBefore } from './tickets.ts'

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
