import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/** Matches text that a spreadsheet would read as a formula, also after spaces and in its full-width form. */
const FORMULA = /^\s*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
/** A negative number is not a formula. */
const NUMBER = /^-?\d+(?:\.\d+)?$/

/** A cell that no spreadsheet executes: a leading apostrophe makes a formula text. */
export const defuse = (cell: string): string => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell)

export interface CsvTable {
  readonly headers: readonly string[]
  readonly rows: AsyncIterable<readonly string[]>
}

/** Rows as CSV: UTF-8 with a byte order mark for spreadsheets, a line of headers, and no formula. A row that fails ends the stream early. */
export function csvOf({ headers, rows }: CsvTable): Readable {
  const csv = stringify({ bom: true, header: true, columns: [...headers], record_delimiter: 'windows' })
  // The reader of the stream gets the error.
  pipeline(Readable.from(defused(rows)), csv, () => undefined)
  return csv
}

async function* defused(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string[]> {
  for await (const row of rows) yield row.map(defuse)
}
