import type { Queryable, SqlValue } from './database.ts'

/** How a column comes: as its type is read everywhere, or, where the type is an enum of our own, as text. */
export type BulkReading<Row> = Readonly<Record<keyof Row & string, 'plain' | 'enum'>>

/**
 * Reads many rows as one row of arrays, and puts them together here: a message for each row is what costs most, three quarters
 * of the time on the built-in engine. `sql` is a select whose order the rows keep.
 */
export async function readBulk<Row extends object>(
  database: Queryable,
  { sql, reading, values = [] }: { sql: string; reading: BulkReading<Row>; values?: readonly SqlValue[] },
): Promise<Row[]> {
  const names = Object.keys(reading)
  const arrays = Object.entries(reading).map(
    ([name, how]) => `array_agg(${name}${how === 'enum' ? '::text' : ''}) as ${name}`,
  )
  const [found] = await database.query<Record<string, unknown>>(
    `select ${arrays.join(', ')} from (${sql}) as rows`,
    values,
  )
  const columns = names.map((name): [string, readonly unknown[]] => [name, arrayOf(found?.[name], name)])
  return Array.from({ length: columns[0]?.[1].length ?? 0 }, (_, i) => {
    const row: Record<string, unknown> = {}
    for (const [name, values] of columns) row[name] = values[i]
    // The caller names the shape of its rows, as with every query.
    return row as Row
  })
}

/** No rows at all are null instead of an array. */
function arrayOf(value: unknown, name: string): readonly unknown[] {
  if (value === null) return []
  if (!Array.isArray(value)) throw new Error(`column ${name} has a type whose arrays cannot be read`)
  return value
}
