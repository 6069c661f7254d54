import { tomanToRial } from '#domain/coin.ts'
import type { Sheba } from '#domain/sheba.ts'
import type { Amount } from '#domain/units.ts'

/** One transfer of the bank's file. */
export interface BankFileLine {
  /** Digits, unique for ever: the bank repeats them in its statement. */
  readonly identifier: string
  readonly sheba: Sheba
  /** Toman of the ledger, without fractions of a Rial. */
  readonly amount: Amount
  readonly firstName: string
  readonly lastName: string
  readonly nationalCode: string
  readonly description: string
}

type Cell = (line: BankFileLine, row: number) => string

/** The columns that a bank may want, with the header of each and the cell of a line. */
const COLUMNS: Readonly<Record<string, { readonly header: string; readonly cell: Cell }>> = {
  row: { header: 'ردیف', cell: (_line, row) => String(row) },
  sheba: { header: 'شبا', cell: ({ sheba }) => sheba },
  rial: { header: 'مبلغ (ریال)', cell: ({ amount }) => rialText(amount) },
  name: { header: 'نام صاحب حساب', cell: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() },
  firstName: { header: 'نام', cell: ({ firstName }) => firstName },
  lastName: { header: 'نام خانوادگی', cell: ({ lastName }) => lastName },
  identifier: { header: 'شناسه واریز', cell: ({ identifier }) => identifier },
  description: { header: 'شرح', cell: ({ description }) => description },
  nationalCode: { header: 'کد ملی', cell: ({ nationalCode }) => nationalCode },
}

/** A fraction of a Rial can be in no file: such a withdrawal is refused when it is raised. */
function rialText(amount: Amount): string {
  const rial = tomanToRial(amount)
  if (rial === undefined) throw new Error('a payout has a fraction of a Rial')
  return String(rial)
}

export interface BankFileColumn {
  readonly header: string
  readonly cell: Cell
}

/**
 * Reads the setting of the columns: names with a comma between two, each with its own header after a colon if the bank wants another.
 * `undefined` if a name is unknown, or the Sheba or the amount is missing.
 */
export function readColumns(text: string): readonly BankFileColumn[] | undefined {
  const named = text.split(',').map((part) => part.trim().split(':'))
  const names = named.map(([name = '']) => name.trim())
  const isKnown = names.every((name) => Object.hasOwn(COLUMNS, name)) && new Set(names).size === names.length
  if (!isKnown || !names.includes('sheba') || !names.includes('rial')) return undefined
  return named.flatMap(([, header], i) => {
    const column = COLUMNS[names[i] ?? '']
    return column ? [{ ...column, header: header?.trim() || column.header }] : []
  })
}

/** The bank's file of a batch, as the headers and rows of a CSV. */
export function bankFileOf(
  columns: readonly BankFileColumn[],
  lines: readonly BankFileLine[],
): { readonly headers: string[]; readonly rows: string[][] } {
  return {
    headers: columns.map(({ header }) => header),
    rows: lines.map((line, i) => columns.map(({ cell }) => cell(line, i + 1))),
  }
}
