import * as z from 'zod/mini'
import { DAY_MS } from '#domain/durations.ts'
import { midnightInTehran } from '#domain/tehran-day.ts'
import { defineEndpoint, operatorAct, operatorRead } from './endpoint.ts'
import { Reason } from './operations.ts'
import { CoinSymbol, Day, Id, replyWith, replyWithRows, SignedDecimalText } from './values.ts'

export const REPORTS = ['trades', 'fees', 'deposits', 'users', 'ledger'] as const
export type Report = (typeof REPORTS)[number]

/** Days per report at most, the first and the last included. */
const REPORT_DAYS_MAX = 92

/** Whether these days, both included, are a span that a report has. */
export function isReportSpan({ from, to }: { from: string; to: string }): boolean {
  const days = (midnightInTehran(to).getTime() - midnightInTehran(from).getTime()) / DAY_MS + 1
  // The instant of a day that does not exist is NaN.
  return days >= 1 && days <= REPORT_DAYS_MAX
}

const Parts = z.object({ opening: SignedDecimalText, change: SignedDecimalText, closing: SignedDecimalText })

export const getLedgerBalances = defineEndpoint({
  ...operatorRead,
  path: '/operations/reports/ledger/balances',
  right: 'REPORTS_EXPORT',
  summary:
    'What each account of the exchange, and all customers together, had of each coin before some days in Tehran and behind them',
  query: z.strictObject({ from: Day, to: Day }),
  response: replyWithRows(
    z.object({
      coin: CoinSymbol,
      /** In words; the sources of the ledger are negative. */
      account: z.string(),
      available: Parts,
      blocked: Parts,
    }),
  ),
  errors: ['REPORT_SPAN_INVALID'],
})

export const exportReport = defineEndpoint({
  method: 'POST',
  path: '/operations/reports/:report',
  freshCode: true,
  right: 'REPORTS_EXPORT',
  summary:
    'A report of some days in Tehran as CSV for a spreadsheet, with headers in one of the languages. Each is in the audit log',
  access: 'operator',
  offline: 'never',
  format: 'csv',
  params: z.strictObject({ report: z.enum(REPORTS) }),
  body: z.strictObject({
    /** The first and the last day, both included. */
    from: Day,
    to: Day,
    headers: z.enum(['fa', 'en']),
    reason: Reason,
  }),
  response: z.unknown(),
  errors: ['REPORT_SPAN_INVALID', 'EXCEL_NOT_GENERATED'],
})

export const proposeLiabilities = defineEndpoint({
  ...operatorAct,
  right: 'REPORTS_EXPORT',
  path: '/operations/liabilities/propose',
  summary: 'Proposes to publish a statement of liabilities now; another operator approves',
  body: z.strictObject({ reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})
