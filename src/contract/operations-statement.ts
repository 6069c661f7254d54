import * as z from 'zod/mini'
import { ENTRY_KINDS } from '#domain/ledger.ts'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { Cursor, Reason } from './operations.ts'
import { CoinSymbol, Day, DecimalText, Id, Instant, replyWithRows, SignedDecimalText } from './values.ts'

const Balances = z.array(z.object({ coin: CoinSymbol, available: DecimalText, blocked: DecimalText }))
const OfUser = z.strictObject({ id: Id })

/** The change of one of the customer's coins by an entry of the ledger. */
export const Movement = z.object({
  /** The number of the entry; an entry with several coins has a row for each. */
  entry: Id,
  at: Instant,
  kind: z.enum(ENTRY_KINDS),
  /** The payment, the hold or "order:17". */
  reference: z.string(),
  coin: CoinSymbol,
  available: SignedDecimalText,
  blocked: SignedDecimalText,
  /** The other accounts of the entry in this coin: customers by number, the exchange's accounts by name. */
  counter: z.array(z.string()),
})

export const getUserStatement = defineEndpoint({
  ...operatorRead,
  path: '/operations/users/:id/statement',
  right: 'REPORTS_EXPORT',
  summary:
    "A customer's account over some days in Tehran, the last thirty where none are given: what there was, each movement, the oldest first, and what there is at the end",
  params: OfUser,
  query: z.strictObject({ from: z.optional(Day), to: z.optional(Day), after: Cursor }),
  response: z.extend(replyWithRows(Movement), {
    /** On the first page alone. */
    baseDTO: z.nullable(z.object({ opening: Balances, closing: Balances })),
  }),
  errors: ['USER_NOT_FOUND', 'REPORT_SPAN_INVALID', 'LOOKS_USED_UP'],
})

export const exportUserStatement = defineEndpoint({
  method: 'POST',
  path: '/operations/users/:id/statement/export',
  freshCode: true,
  right: 'REPORTS_EXPORT',
  summary: 'The same as CSV for a spreadsheet, with the balance after each movement. Each is in the audit log',
  access: 'operator',
  offline: 'never',
  format: 'csv',
  params: OfUser,
  body: z.strictObject({ from: Day, to: Day, headers: z.enum(['fa', 'en']), reason: Reason }),
  response: z.unknown(),
  errors: ['USER_NOT_FOUND', 'REPORT_SPAN_INVALID', 'EXCEL_NOT_GENERATED', 'LOOKS_USED_UP'],
})
