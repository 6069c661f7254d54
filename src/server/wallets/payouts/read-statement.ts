import { PASSED_OVER, STATEMENT_COLUMNS, type StatementColumn } from '#contract/operations-payouts.ts'
import { toAsciiDigits, toBareDigits } from '#domain/ascii-digits.ts'
import { TOMAN_DECIMALS } from '#domain/coin.ts'
import { parseDecimal, powerOfTen } from '#domain/decimal.ts'
import { gregorianToJalali, jalaliToGregorian, parseJalaliDate } from '#domain/jalali.ts'
import { type Amount, amount } from '#domain/units.ts'

/** A transfer out of the exchange’s account that a bank reports in its statement. */
export interface StatementLine {
  /** The row of the file, the first after the headers being 1. */
  readonly row: number
  /** "2026-11-28". */
  readonly day: string
  /** Toman of the ledger. */
  readonly amount: Amount
  /** The bank's own number of the transfer, unique within a bank. */
  readonly reference: string
  /** The identifier that was in the bank's file; empty if the bank repeats none. */
  readonly identifier: string
  readonly description: string
}

export interface ReadStatement {
  readonly lines: readonly StatementLine[]
  /** The rows that are no transfer. */
  readonly badRows: readonly number[]
}

export const STATEMENT_ROWS_MAX = 5_000

/**
 * Reads the setting of the columns: their names in order with a comma between two, and a dash for one that is passed over. `undefined` if a name
 * is unknown or stands twice, or one of those is missing without which no line can be told from another.
 */
export function readStatementColumns(text: string): readonly StatementColumn[] | undefined {
  const columns = text.split(',').flatMap((part) => COLUMN_NAMES.filter((name) => name === part.trim()))
  const named = columns.filter((name) => name !== PASSED_OVER)
  const isKnown = columns.length === text.split(',').length && new Set(named).size === named.length
  return isKnown && NEEDED.every((name) => columns.includes(name)) ? columns : undefined
}

const COLUMN_NAMES: readonly StatementColumn[] = [...STATEMENT_COLUMNS, PASSED_OVER]
const NEEDED: readonly StatementColumn[] = ['day', 'rial', 'reference']

/**
 * Reads a bank's statement: a CSV of these columns, under one row of headers. Digits may be Persian, days Jalali or Gregorian. `undefined` for
 * a file that is no such CSV or is too long.
 */
export function readStatement(text: string, columns: readonly StatementColumn[]): ReadStatement | undefined {
  const rows = readCsv(text.replace(/^\uFEFF/, ''))
  if (rows === undefined || rows.length > STATEMENT_ROWS_MAX + 1) return undefined
  const lines: StatementLine[] = []
  const badRows: number[] = []
  for (const [row, cells] of rows.entries()) {
    if (row === 0) continue
    const line = readLine(cells, { row, columns })
    if (line) lines.push(line)
    else badRows.push(row)
  }
  return { lines, badRows }
}

const BASE_UNITS_PER_RIAL = powerOfTen(TOMAN_DECIMALS - 1)
const RIAL = /^\d{1,15}$/
const CELL_MAX = 200

function readLine(
  cells: readonly string[],
  { row, columns }: { readonly row: number; readonly columns: readonly StatementColumn[] },
): StatementLine | undefined {
  const cellOf = (name: StatementColumn) => cleanCell(cells[columns.indexOf(name)] ?? '')
  const reference = cellOf('reference')
  const readDay = readStatementDay(cellOf('day'))
  const toman = readRial(cellOf('rial'))
  if (readDay === undefined || toman === undefined) return undefined
  if (reference === '' || cells.some((cell) => cell.length > CELL_MAX)) return undefined
  return {
    row,
    day: readDay,
    amount: toman,
    reference: toAsciiDigits(reference),
    identifier: toBareDigits(cellOf('identifier')),
    description: cellOf('description'),
  }
}

/** A whole number of Rial above zero, in any digits and grouped or not, as Toman of the ledger. */
function readRial(text: string): Amount | undefined {
  const digits = toAsciiDigits(text).replace(/[,٬،\s]/g, '')
  const rial = RIAL.test(digits) ? parseDecimal(digits, 0) : undefined
  return rial === undefined || rial === 0n ? undefined : amount(rial * BASE_UNITS_PER_RIAL)
}

/** A leading apostrophe marks text in a spreadsheet. */
const cleanCell = (cell: string) => cell.trim().replace(/^'/, '')

function readStatementDay(text: string): string | undefined {
  const parts = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?:[ T].*)?$/.exec(toAsciiDigits(text))
  if (!parts) return undefined
  const [, year = '', month = '', dayOfMonth = ''] = parts
  const [mm, dd] = [month.padStart(2, '0'), dayOfMonth.padStart(2, '0')]
  if (year.startsWith('20')) {
    const iso = `${year}-${mm}-${dd}`
    return gregorianToJalali(iso) === undefined ? undefined : iso
  }
  const jalali = parseJalaliDate(`${year}${mm}${dd}`)
  return jalali && jalaliToGregorian(jalali)
}

/** Cells in quotes may hold commas, line ends, and quotes written twice. `undefined` if a quote is not closed or stands within a bare cell. */
function readCsv(text: string): string[][] | undefined {
  const rows: string[][] = []
  let cells: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y
  while (cell.lastIndex < text.length || cells.length > 0) {
    const found = cell.exec(text)
    if (!found) return undefined
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === ',') continue
    if (cells.some((each) => each.trim() !== '')) rows.push(cells)
    cells = []
    if (found[3] === '') break
  }
  return rows
}
