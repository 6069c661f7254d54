import type { Queryable } from './database.ts'
import { UnreadableValue } from './pg-values.ts'

/** Many rows of one table, read in pages. */
export interface BulkRead {
  /** SQL expressions of the wanted columns, never null; free text as `freeText` says. */
  readonly fields: readonly string[]
  /** A table and the condition of its rows, to which more can be added with `and`. */
  readonly from: string
  /** The column that sorts them, and the value of it, as SQL text, after which they begin. */
  readonly key: string
  readonly after: string
  /** A page ends with the last row of its last key. */
  readonly pageRows: number
  /** Receives the texts of each row's fields, row by row. */
  readonly take: (texts: readonly string[]) => void
}

/** Control characters that appear in none of our numbers and names, and never unescaped in JSON. */
const FIELD_END = '\u001f'
const ROW_END = '\u001e'

/**
 * Reads many rows, each page as one text that is split here: a message for each row would cost several times as much, particularly on the
 * built-in engine. The next page is requested while the rows of the last are processed. @throws UnreadableValue if a field was null after
 * all
 */
export async function readBulk(database: Queryable, read: BulkRead): Promise<void> {
  let page = readPage(database, read, read.after)
  for (;;) {
    const { rows, last } = await page
    const isLast = rows.length < read.pageRows
    if (!isLast) {
      page = readPage(database, read, last)
      // If a row cannot be read, the next page is not awaited.
      page.catch(() => undefined)
    }
    for (const row of rows) {
      const texts = row.split(FIELD_END)
      if (texts.length !== read.fields.length) throw new UnreadableValue(`a row of ${texts.length} fields: ${row}`)
      read.take(texts)
    }
    if (isLast) return
  }
}

/** A nullable column as a field: null becomes empty. */
export const optional = (column: string) => `coalesce(${column}::text, '')`

/** A time in milliseconds since 1970. */
export const milliseconds = (column: string) => `round(date_part('epoch', ${column}) * 1000)`

/** Text that may contain anything, or be null. */
export const freeText = (column: string) => `coalesce(to_json(${column})::text, '')`

/** The inverse of `freeText`; `undefined` if it was null. */
export const readFreeText = (field: string): string | undefined => (field === '' ? undefined : JSON.parse(field))

interface Page {
  readonly rows: readonly string[]
  readonly last: string
}

async function readPage(database: Queryable, read: BulkRead, after: string): Promise<Page> {
  const { fields, from, key, pageRows } = read
  const [page] = await database.query<{ text: string | null; last: string | null }>(
    `select string_agg(concat_ws(E'\\x1f', ${fields.join(', ')}), E'\\x1e') as text, max(${key})::text as last
      from (select * from ${from} and ${key} > $1 order by ${key} fetch first ${pageRows} rows with ties) as page`,
    [after],
  )
  if (!page || page.text === null || page.last === null) return { rows: [], last: after }
  return { rows: page.text.split(ROW_END), last: page.last }
}
