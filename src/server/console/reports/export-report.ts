import {
  exportReport as exportEndpoint,
  getLedgerBalances,
  isReportSpan,
  type Report,
} from '#contract/operations-reports.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { Language } from '#domain/market-state.ts'
import { midnightInTehran } from '#domain/tehran-day.ts'
import { type CsvFile, csvDownload, type Route, route } from '../../http/route.ts'
import type { Transaction } from '../../store/database.ts'
import { type Act, actOf, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { readLedgerBalances } from './ledger-rows.ts'
import { ROWS_OF_REPORTS } from './rows.ts'

interface AskedReport {
  readonly report: Report
  /** Days in Tehran, "2026-11-22", both included. */
  readonly from: string
  readonly to: string
  readonly headers: Language
}

/** Streams a report and adds its line to the audit log. Refuses REPORT_SPAN_INVALID, EXCEL_NOT_GENERATED. */
export async function exportReport(
  { accounts, catalogue }: Pick<ConsoleServices, 'accounts' | 'catalogue'>,
  { report, from, to, headers }: AskedReport,
  act: Act,
): Promise<CsvFile | Rejected> {
  const span = spanOf({ from, to })
  if (span instanceof Rejected) return span
  return exportRows(accounts, {
    headers: HEADERS[report][headers],
    rows: ROWS_OF_REPORTS[report]({ database: accounts.database, catalogue, language: headers, ...span }),
    fileName: `kimia-${report}-${from}-${to}.csv`,
    record: (tx, at) => recordAct(tx, act, { at, kind: 'REPORT_EXPORTED', details: { report, from, to } }),
  })
}

/** The instants at which the days begin and end. Refuses REPORT_SPAN_INVALID. */
export function spanOf({
  from,
  to,
}: {
  from: string
  to: string
}): { readonly from: Date; readonly to: Date } | Rejected {
  if (!isReportSpan({ from, to })) return rejected('REPORT_SPAN_INVALID', { field: 'to' })
  return { from: midnightInTehran(from), to: new Date(midnightInTehran(to).getTime() + DAY_MS) }
}

interface Export {
  readonly headers: readonly string[]
  readonly rows: AsyncGenerator<readonly string[], void>
  readonly fileName: string
  /** Records who exports it. */
  record(tx: Transaction, at: Date): Promise<void>
}

/** Rows for a CSV file, recorded before it leaves. Refuses EXCEL_NOT_GENERATED. */
export async function exportRows(
  { database, now, log }: ConsoleServices['accounts'],
  { headers, rows, fileName, record }: Export,
): Promise<CsvFile | Rejected> {
  try {
    const first = await rows.next()
    await database.transaction((tx) => record(tx, now()))
    return { fileName, headers, rows: following(first, rows) }
  } catch (error) {
    log.error({ err: error, fileName }, 'an export was not made')
    return rejected('EXCEL_NOT_GENERATED')
  }
}

/** All rows; the first was read before the answer began. */
async function* following(
  first: IteratorResult<readonly string[], void>,
  others: AsyncGenerator<readonly string[], void>,
): AsyncGenerator<readonly string[], void> {
  if (first.done) return
  yield first.value
  yield* others
}

/** The first line of each report; the columns of `rows.ts` in their order. */
export const HEADERS: Readonly<Record<Report, Readonly<Record<Language, readonly string[]>>>> = {
  trades: {
    fa: [
      'شماره',
      'زمان تهران',
      'بازار',
      'سمت',
      'قیمت',
      'مقدار',
      'ارزش',
      'گیرنده',
      'سازنده',
      'کارمزد گیرنده',
      'کارمزد سازنده',
      'نوع',
    ],
    en: [
      'Number',
      'Time in Tehran',
      'Market',
      'Side',
      'Price',
      'Amount',
      'Value',
      'Taker',
      'Maker',
      'Taker fee',
      'Maker fee',
      'Kind',
    ],
  },
  fees: {
    fa: ['روز', 'دارایی', 'کارمزد', 'معاملات'],
    en: ['Day', 'Asset', 'Fee', 'Trades'],
  },
  deposits: {
    fa: ['شماره', 'زمان تهران', 'کاربر', 'مبلغ (تومان)', 'درگاه', 'کارت', 'وضعیت', 'خطا', 'شمارهٔ مرجع', 'زمان پایان'],
    en: [
      'Number',
      'Time in Tehran',
      'User',
      'Amount (Toman)',
      'Gateway',
      'Card',
      'Status',
      'Fault',
      'Reference',
      'Settled at',
    ],
  },
  users: {
    fa: ['شماره', 'عضویت', 'موبایل', 'احراز هویت', 'سطح', 'مسدود', 'معرف'],
    en: ['Number', 'Member since', 'Mobile', 'Verification', 'Level', 'Frozen', 'Invited by'],
  },
  ledger: {
    fa: ['روز', 'نوع', 'حساب', 'دارایی', 'در دسترس', 'مسدودشده', 'ثبت‌ها'],
    en: ['Day', 'Kind', 'Account', 'Asset', 'Available', 'On hold', 'Entries'],
  },
}

/** Reports for spreadsheets, and the balances of the ledger on the screen. */
export function reportRoutes(services: ConsoleServices): Route[] {
  const { catalogue, accounts } = services
  return [
    route(getLedgerBalances, async ({ query, language }) => {
      const span = spanOf(query)
      if (span instanceof Rejected) return span
      return { content: await readLedgerBalances({ database: accounts.database, catalogue, language, ...span }) }
    }),
    route(exportEndpoint, async (call) => {
      const { from, to, headers } = call.body
      const made = await exportReport(services, { report: call.params.report, from, to, headers }, actOf(call))
      return made instanceof Rejected ? made : csvDownload(made)
    }),
  ]
}
