import { toCount } from '#domain/counts.ts'
import type { Queryable } from '../database.ts'

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

/** By their titles. */
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

export async function insertCannedAnswer(tx: Queryable, { title, fa, en, operatorId, at }: Change): Promise<number> {
  const [row] = await tx.query<{ id: bigint }>(
    'insert into canned_answers (title, fa, en, changed_by, changed_at) values ($1, $2, $3, $4, $5) returning id',
    [title, fa, en, operatorId, at],
  )
  if (!row) throw new Error('the database gave no row for a ready answer')
  return toCount(row.id)
}

/** @returns whether there is one */
export async function updateCannedAnswer(tx: Queryable, id: string, change: Change): Promise<boolean> {
  const { title, fa, en, operatorId, at } = change
  const rows = await tx.query(
    `update canned_answers set title = $2, fa = $3, en = $4, changed_by = $5, changed_at = $6 where id = $1::bigint returning id`,
    [id, title, fa, en, operatorId, at],
  )
  return rows.length > 0
}

/** @returns the title of the one that was removed */
export async function deleteCannedAnswer(tx: Queryable, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ title: string }>('delete from canned_answers where id = $1::bigint returning title', [
    id,
  ])
  return row?.title
}
