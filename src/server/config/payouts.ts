import { z } from 'zod'
import { MINUTE_MS } from '#domain/durations.ts'
import type { JibitSettings } from '../providers/jibit-session.ts'
import { readColumns } from '../wallets/payouts/bank-file.ts'
import type { PayoutRules } from '../wallets/payouts/payout-services.ts'
import { readStatementColumns } from '../wallets/payouts/read-statement.ts'
import { readSettings, urlWithoutSlash, wholeNumber } from './values.ts'

/** How Toman leaves for bank accounts. */
export interface PayoutSettings {
  /** Absent: by the bank's file alone. */
  readonly transferor: JibitSettings | undefined
  readonly rules: PayoutRules
}

const Payouts = z.object({
  PAYOUT_PROVIDER: z.enum(['off', 'sandbox', 'jibit'], 'must be off, sandbox or jibit').default('sandbox'),
  PAYOUT_CLOSING_HOUR: wholeNumber({ min: 0, max: 23, otherwise: 11 }),
  PAYOUT_FAILURE_STANDS_MINUTES: wholeNumber({ min: 0, max: 10_080, otherwise: 120 }),
  PAYOUT_FILE_COLUMNS: z
    .string()
    .default('row,sheba,rial,name,identifier,description,nationalCode')
    .transform((text, context) => {
      const columns = readColumns(text)
      if (columns) return columns
      context.addIssue('must be names of columns with a comma between two, sheba and rial among them')
      return z.NEVER
    }),
  PAYOUT_STATEMENT_COLUMNS: z
    .string()
    .default('day,rial,reference,identifier,description')
    .transform((text, context) => {
      const columns = readStatementColumns(text)
      if (columns) return columns
      context.addIssue('must be names of columns with a comma between two, day, rial and reference among them')
      return z.NEVER
    }),
})

const Transferor = z.object({
  JIBIT_TRANSFEROR_API_URL: urlWithoutSlash.default('https://napi.jibit.ir/trf'),
  JIBIT_TRANSFEROR_API_KEY: z.string().min(4, 'is too short'),
  JIBIT_TRANSFEROR_SECRET_KEY: z.string().min(4, 'is too short'),
})

type Given = Readonly<Record<string, string | undefined>>

const MINUTES_PER_HOUR = 60
const PAYOUT_TIMEOUT_MS = 20_000

/** @param own the address of this server's sandboxes. @throws Error with a sentence that names the variable */
export function parsePayouts(
  given: Given,
  own: string,
): { readonly isSandbox: boolean; readonly settings: PayoutSettings } {
  const values = readSettings(Payouts, given)
  const provider = values.PAYOUT_PROVIDER
  const isSandbox = provider === 'sandbox'
  return {
    isSandbox,
    settings: {
      transferor: provider === 'off' ? undefined : transferor(isSandbox ? sandboxValues(own) : given),
      rules: {
        closingMinute: values.PAYOUT_CLOSING_HOUR * MINUTES_PER_HOUR,
        failureStandsMs: values.PAYOUT_FAILURE_STANDS_MINUTES * MINUTE_MS,
        fileColumns: values.PAYOUT_FILE_COLUMNS,
        statementColumns: values.PAYOUT_STATEMENT_COLUMNS,
      },
    },
  }
}

function transferor(given: Given): JibitSettings {
  const values = readSettings(Transferor, given)
  return {
    apiUrl: values.JIBIT_TRANSFEROR_API_URL,
    apiKey: values.JIBIT_TRANSFEROR_API_KEY,
    secretKey: values.JIBIT_TRANSFEROR_SECRET_KEY,
    timeoutMs: PAYOUT_TIMEOUT_MS,
  }
}

/** The keys that the sandbox expects. They are no secrets, since only this server can use them. */
const sandboxValues = (own: string): Given => ({
  JIBIT_TRANSFEROR_API_URL: `${own}/transferor`,
  JIBIT_TRANSFEROR_API_KEY: 'sandbox-api-key',
  JIBIT_TRANSFEROR_SECRET_KEY: 'sandbox-secret-key',
})
