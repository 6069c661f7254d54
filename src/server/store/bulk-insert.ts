import type { Queryable, SqlValue } from './database.ts'
import { columnOf } from './rows.ts'

/** One column of a bulk insert: its SQL type, and how to read its value from a row. */
export interface BulkColumn<Row> {
  readonly name: string
  readonly type: string
  /** The type that each value is cast to, if that differs. */
  readonly as?: string
  readonly of: (row: Row) => SqlValue
}

/** Columns that are named as the fields of a row, with their types: `baseFees` is the column `base_fees`. */
export function columnsOf<Field extends string>(
  types: Readonly<Record<Field, string>>,
): BulkColumn<{ readonly [field in Field]?: SqlValue }>[]
export function columnsOf(types: Readonly<Record<string, string>>): BulkColumn<Readonly<Record<string, SqlValue>>>[] {
  return Object.entries(types).map(([field, type]) => ({ name: columnOf(field), type, of: (row) => row[field] }))
}

export interface BulkInsert<Row> {
  readonly table: string
  readonly columns: readonly BulkColumn<Row>[]
  /** Follows `on conflict`; without it a duplicate is an error. */
  readonly onConflict?: string
}

/**
 * The text of an insert from one array per column, the first of them at `$firstParameter`. The text does not depend on the number of rows,
 * so that one prepared statement serves every batch. `guard` is a condition on all rows.
 */
export function bulkInsertSql<Row>(
  { table, columns, onConflict }: BulkInsert<Row>,
  { firstParameter, guard }: { firstParameter: number; guard: string },
): string {
  const names = columns.map(({ name }) => name).join(', ')
  // Not `from unnest(…)`, which collects all rows before the first is inserted.
  const values = columns
    .map(({ type, as }, i) => `unnest($${firstParameter + i}::${type}[])${as === undefined ? '' : `::${as}`}`)
    .join(', ')
  return [
    `insert into ${table} (${names})`,
    `select ${values} where ${guard}`,
    ...(onConflict ? [`on conflict ${onConflict}`] : []),
  ].join(' ')
}

/** The rows as the arrays that `bulkInsertSql` reads. */
export function bulkValues<Row>({ columns }: BulkInsert<Row>, rows: readonly Row[]): SqlValue[] {
  return columns.map(({ of }) => rows.map(of))
}

/** Inserts rows with one statement. */
export async function insertRows<Row>(database: Queryable, into: BulkInsert<Row>, rows: readonly Row[]): Promise<void> {
  await database.query(bulkInsertSql(into, { firstParameter: 1, guard: 'true' }), bulkValues(into, rows))
}
