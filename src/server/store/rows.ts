import { toCount } from '#domain/counts.ts'
import type { Queryable, SqlValue } from './database.ts'

/** A row whose columns are named as the fields of a value, by `select … as "camelCase"`. */
export type Row = Readonly<Record<string, unknown>>

/** The fields that are numbers, or absent. */
type CountsOf<Value> = { [Field in keyof Value]-?: number extends Value[Field] ? Field : never }[keyof Value]

/**
 * Reads rows as values: absent ones become `undefined`, and the named ids and counts (int8) numbers. A row has no column that is not a
 * field of the value.
 */
export const rowAs =
  <Value extends object>(...counts: readonly (CountsOf<Value> & string)[]) =>
  (row: Row): Value => {
    const fields = Object.entries(row).map(([field, value]) => [field, value ?? undefined])
    const value = Object.fromEntries(fields)
    for (const count of counts) if (typeof value[count] === 'bigint') value[count] = toCount(value[count])
    return value
  }

type Values = readonly SqlValue[]

/** The rows of a statement as values. */
export async function readRows<Columns, Value>(
  database: Queryable,
  read: (row: Columns) => Value,
  sql: string,
  values?: Values,
): Promise<Value[]> {
  const rows = await database.query<Columns>(sql, values)
  return rows.map((row) => read(row))
}

/** The first row of a statement as a value. */
export async function findRow<Columns, Value>(
  database: Queryable,
  read: (row: Columns) => Value,
  sql: string,
  values?: Values,
): Promise<Value | undefined> {
  const [row] = await database.query<Columns>(sql, values)
  return row && read(row)
}

/** Whether a statement returns a row: one that changes rows says `returning`. */
export const hasRows = async (database: Queryable, sql: string, values?: Values): Promise<boolean> =>
  (await database.query(sql, values)).length > 0

const numberOf = (row: Row): number | undefined => {
  const [value] = Object.values(row)
  return typeof value === 'bigint' ? toCount(value) : typeof value === 'number' ? value : undefined
}

/** The number in the first row of a statement with one column, such as an id; `undefined` without a row, or if it is null. */
export const findNumber = (database: Queryable, sql: string, values?: Values): Promise<number | undefined> =>
  findRow(database, numberOf, sql, values)

/** The count or sum that a statement returns; zero without a row, or if it is null. */
export const countOf = async (database: Queryable, sql: string, values?: Values): Promise<number> =>
  (await findNumber(database, sql, values)) ?? 0

/** The numbers in all rows of a statement with one column. */
export const readNumbers = async (database: Queryable, sql: string, values?: Values): Promise<number[]> =>
  (await readRows(database, numberOf, sql, values)).filter((value) => value !== undefined)

/** The values of columns by their names in the code: `createdAt` is the column `created_at`. */
type Fields = Readonly<Record<string, SqlValue>>

/** The name of a column in the database. */
export const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** An insert of one row. `rest` is the end of the statement, for conflicts and returned columns. */
function insertOf(table: string, fields: Fields, rest: string): [sql: string, values: Values] {
  const columns = Object.keys(fields).map(columnOf)
  const places = columns.map((_, index) => `$${index + 1}`)
  return [`insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) ${rest}`, Object.values(fields)]
}

export async function insertRow(database: Queryable, table: string, fields: Fields): Promise<void> {
  await database.query(...insertOf(table, fields, ''))
}

/** Inserts a row unless one with the same unique values exists. @returns the new row's id */
export const tryInsert = (database: Queryable, table: string, fields: Fields): Promise<number | undefined> =>
  findNumber(database, ...insertOf(table, fields, 'on conflict do nothing returning id'))

/** Inserts a row. @returns the columns, as they are stored, that `returning` lists */
export async function insertReturning<Columns, Value>(
  database: Queryable,
  read: (row: Columns) => Value,
  { table, fields, returning }: { table: string; fields: Fields; returning: string },
): Promise<Value> {
  const row = await findRow(database, read, ...insertOf(table, fields, `returning ${returning}`))
  if (row === undefined) throw new Error(`the database gave no row of ${table}`)
  return row
}

/** Inserts a row. @returns its id */
export const insertWithId = (database: Queryable, table: string, fields: Fields): Promise<number> =>
  insertReturning(database, rowAs<{ id: number }>('id'), { table, fields, returning: 'id' }).then(({ id }) => id)

/** Inserts a row, or replaces the other columns of the row with this key. */
export async function saveRow(database: Queryable, table: string, key: Fields, fields: Fields): Promise<void> {
  const replaced = Object.keys(fields).map((field) => `${columnOf(field)} = excluded.${columnOf(field)}`)
  const conflict = `on conflict (${Object.keys(key).map(columnOf).join(', ')}) do update set ${replaced.join(', ')}`
  await database.query(...insertOf(table, { ...key, ...fields }, conflict))
}

/** Sets columns of the rows with this key. */
export async function updateRows(database: Queryable, table: string, key: Fields, fields: Fields): Promise<void> {
  const equal = (names: string[], first: number) => names.map((name, index) => `${columnOf(name)} = $${first + index}`)
  const keys = Object.keys(key)
  const set = equal(Object.keys(fields), keys.length + 1).join(', ')
  await database.query(`update ${table} set ${set} where ${equal(keys, 1).join(' and ')}`, [
    ...Object.values(key),
    ...Object.values(fields),
  ])
}

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
