import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/** What a spreadsheet would take for a formula, also behind spaces and in its full-width form. */
const FORMULA = /^\s*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
/** A number below zero is a number. */
const NUMBER = /^-?\d+(?:\.\d+)?$/

/** A cell that no spreadsheet executes: what looks like a formula is text by the sign that spreadsheets read so. */
export const defuse = (cell: string): string => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell)

/** Rows as CSV: UTF-8 with the mark by which spreadsheets know it, a line of headers, and no formula. A row that fails breaks the stream off. */
export function csvOf({
  headers,
  rows,
}: {
  headers: readonly string[]
  rows: AsyncIterable<readonly string[]>
}): Readable {
  const csv = stringify({ bom: true, header: true, columns: [...headers], record_delimiter: 'windows' })
  // The reader of the stream gets the error.
  pipeline(Readable.from(defused(rows)), csv, () => undefined)
  return csv
}

async function* defused(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string[]> {
  for await (const row of rows) yield row.map(defuse)
}
