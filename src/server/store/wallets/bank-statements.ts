import type { Amount } from '#domain/units.ts'
import type { Queryable, Transaction } from '../database.ts'
import { columnsOf, hasRows, insertRows, insertWithId, readRows, rowAs } from '../rows.ts'

export interface NewStatementLine {
  readonly day: string
  readonly amount: Amount
  readonly reference: string
  readonly identifier: string
  readonly description: string
}

/** Stores a statement with the lines that no earlier statement had. @returns its id, and the number of lines that one had */
export async function insertStatement(
  tx: Transaction,
  {
    lines,
    ...statement
  }: { importedBy: number; importedAt: Date; badRows: number; lines: readonly NewStatementLine[] },
): Promise<{ readonly id: number; readonly duplicates: number }> {
  const id = await insertWithId(tx, 'bank_statements', { ...statement, duplicates: 0 })
  await insertRows(
    tx,
    {
      table: 'bank_statement_lines',
      columns: columnsOf({
        ...{
          statementId: 'bigint',
          day: 'date',
          amount: 'numeric',
          reference: 'text',
          identifier: 'text',
          description: 'text',
        },
      }),
      onConflict: '(reference, day, amount) do nothing',
    },
    lines.map((line) => ({ statementId: id, ...line })),
  )
  const [counted] = await tx.query<{ duplicates: number }>(
    `update bank_statements set duplicates = $2 - (select count(*)::int from bank_statement_lines where statement_id = $1)
      where id = $1 returning duplicates`,
    [id, lines.length],
  )
  return { id, duplicates: counted?.duplicates ?? 0 }
}

export interface StatementLineRow extends NewStatementLine {
  readonly id: number
}

const LINE = `select id, day, amount, reference, identifier, description from bank_statement_lines`
const lineRow = rowAs<StatementLineRow>('id')

/** Lines that were not compared with the payouts yet, oldest first. */
export const newStatementLines = (
  database: Queryable,
  { afterId, most }: { afterId: number; most: number },
): Promise<StatementLineRow[]> =>
  readRows(database, lineRow, `${LINE} where outcome = 'NEW' and id > $1 order by id limit $2`, [afterId, most])

/** Lines that match no payout, newest first. */
export const unmatchedStatementLines = (database: Queryable, most: number): Promise<StatementLineRow[]> =>
  readRows(database, lineRow, `${LINE} where outcome = 'UNMATCHED' order by id desc limit $1`, [most])

/** Ends a new line: with the payout that it pays, or without one. @returns whether it ended now */
export const endStatementLine = (
  tx: Queryable,
  { id, withdrawalId }: { id: number; withdrawalId: number | undefined },
): Promise<boolean> =>
  hasRows(
    tx,
    `update bank_statement_lines set outcome = case when $2::bigint is null then 'UNMATCHED'::statement_outcome else 'MATCHED' end,
      withdrawal_id = $2 where id = $1 and outcome = 'NEW' returning id`,
    [id, withdrawalId],
  )

export interface StatementRow {
  readonly id: number
  readonly importedAt: Date
  readonly importedBy: string
  readonly matched: number
  readonly unmatched: number
  readonly duplicates: number
  readonly badRows: number
}

/** The newest statements, or one. */
export const readStatements = (
  database: Queryable,
  { id, most }: { id?: number; most: number },
): Promise<StatementRow[]> =>
  readRows(
    database,
    rowAs<StatementRow>('id', 'matched', 'unmatched'),
    `select s.id, imported_at as "importedAt", coalesce(operator_name, '') as "importedBy", duplicates, bad_rows as "badRows",
        (select count(*) from bank_statement_lines where statement_id = s.id and outcome = 'MATCHED') as matched,
        (select count(*) from bank_statement_lines where statement_id = s.id and outcome <> 'MATCHED') as unmatched
      from bank_statements as s left join users on users.id = imported_by
      where $1::bigint is null or s.id = $1 order by s.id desc limit $2`,
    [id, most],
  )
