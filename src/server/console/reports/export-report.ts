import type { Readable } from 'node:stream'
import { REPORT_DAYS_MAX, type Report } from '#contract/operations-reports.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import type { Language } from '#domain/market-state.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { csvOf } from './csv.ts'
import { HEADERS } from './headers.ts'
import { ROWS_OF_REPORTS } from './rows.ts'

const DAY_MS = 86_400_000

export interface AskedReport {
  readonly report: Report
  /** "2026-11-22": days of Tehran, both included. */
  readonly from: string
  readonly to: string
  readonly headers: Language
}

/** A report as a stream, and its line in the audit log. Refuses REPORT_SPAN_INVALID, EXCEL_NOT_GENERATED. */
export async function exportReport(
  { accounts, catalogue }: Pick<ConsoleServices, 'accounts' | 'catalogue'>,
  { report, from, to, headers }: AskedReport,
  act: Act,
): Promise<{ readonly fileName: string; readonly stream: Readable } | Rejected> {
  const { database, now, log } = accounts
  const begins = midnightOf(from)
  const ends = new Date(midnightOf(to).getTime() + DAY_MS)
  const days = (ends.getTime() - begins.getTime()) / DAY_MS
  // A day that does not exist has no time.
  if (!(days >= 1 && days <= REPORT_DAYS_MAX)) return rejected('REPORT_SPAN_INVALID', { field: 'to' })
  try {
    const rows = ROWS_OF_REPORTS[report]({ database, catalogue, from: begins, to: ends })
    const first = await rows.next()
    await database.transaction((tx) =>
      recordAct(tx, act, { at: now(), kind: 'REPORT_EXPORTED', details: { report, from, to } }),
    )
    const stream = csvOf({ headers: HEADERS[report][headers], rows: following(first, rows) })
    return { fileName: `kimia-${report}-${from}-${to}.csv`, stream }
  } catch (error) {
    log.error({ err: error, report }, 'a report was not made')
    return rejected('EXCEL_NOT_GENERATED')
  }
}

const midnightOf = (day: string) => new Date(`${day}T00:00:00+03:30`)

/** All rows, of which the first was read before anything was answered. */
async function* following(
  first: IteratorResult<readonly string[], void>,
  others: AsyncGenerator<readonly string[], void>,
): AsyncGenerator<readonly string[], void> {
  if (first.done) return
  yield first.value
  yield* others
}
