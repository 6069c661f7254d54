import * as z from 'zod/mini'
import { PAYOUT_WAYS } from '#contract/operations-payouts.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { TOMAN_DECIMALS } from '#domain/coin.ts'
import { readId } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { CsvFile, UploadedFile } from '../../http/route.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import { readStatements } from '../../store/wallets/bank-statements.ts'
import {
  findPayoutBatch,
  findPayoutBatchOf,
  handInPayoutFile,
  orderPayoutBatch,
  type PayoutBatch,
  type PayoutWay,
} from '../../store/wallets/payout-batches.ts'
import { findPayoutLine, payoutLinesOf } from '../../store/wallets/payouts.ts'
import { areWithdrawalsStopped } from '../../store/wallets/withdrawals.ts'
import { bankFileOf } from '../../wallets/payouts/bank-file.ts'
import { reconcileStatements, storeStatement } from '../../wallets/payouts/import-statement.ts'
import { readStatement } from '../../wallets/payouts/read-statement.ts'
import { descriptionOf } from '../../wallets/payouts/send-payouts.ts'
import { decideReturn } from '../../wallets/payouts/settle-payout.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, propose } from '../proposals/proposal.ts'
import { proposeSetting, readSetting } from '../proposals/setting.ts'
import { exportRows } from '../reports/export-report.ts'

type Acting = Pick<ConsoleServices, 'accounts' | 'payouts'>

/**
 * Approves a batch, as a proposal that another operator sends by approving it. Refuses PAYOUT_NOT_FOUND, PAYOUT_WAY_CLOSED,
 * NOTHING_TO_CHANGE (sent already, or empty), TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 */
export async function approveBatch(
  { accounts: { database, now }, payouts }: Acting,
  { id, way }: { id: number; way: PayoutWay },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  if (way === 'GATEWAY' && !payouts.gateway) return rejected('PAYOUT_WAY_CLOSED', { field: 'way' })
  return database.transaction(async (tx) => {
    const batch = await findPayoutBatch(tx, id)
    if (!batch) return rejected('PAYOUT_NOT_FOUND')
    if (batch.way || batch.lines === 0) return rejected('NOTHING_TO_CHANGE')
    const after = settingOf(batch, way)
    return proposeSetting(
      tx,
      { kind: 'SEND_PAYOUTS', subject: batch.day, before: undefined, after },
      { act, at: now() },
    )
  })
}

const settingOf = ({ lines, amount }: PayoutBatch, payoutWay: PayoutWay) => ({
  payoutWay,
  payoutLines: String(lines),
  payoutTotal: formatDecimal(amount, TOMAN_DECIMALS),
})

const SentBatch = z.object({ payoutWay: z.enum(PAYOUT_WAYS), payoutLines: z.string(), payoutTotal: z.string() })

export const wayOfProposal = (payload: string): PayoutWay => readSetting(payload, SentBatch).after.payoutWay

/** Sends the batch as the first operator approved it: its lines may be paid from now on. */
export async function sendApprovedBatch(
  tx: Transaction,
  { subject, payload }: Proposal,
  { at }: { at: Date },
): Promise<Approved | Rejected> {
  const batch = await findPayoutBatchOf(tx, subject ?? '')
  if (!batch) return rejected('PAYOUT_NOT_FOUND')
  const { after } = readSetting(payload, SentBatch)
  const approved = settingOf(batch, after.payoutWay)
  const isSame = approved.payoutLines === after.payoutLines && approved.payoutTotal === after.payoutTotal
  if (!isSame) return rejected('SETTING_CHANGED')
  if (!(await orderPayoutBatch(tx, { id: batch.id, way: after.payoutWay, at }))) return rejected('NOTHING_TO_CHANGE')
  return { details: { day: batch.day, ...after } }
}

/** Proposes that a line which the bank did not pay gives its money back. Refuses PAYOUT_NOT_FOUND, NOTHING_TO_CHANGE. */
export async function proposeReturn(
  { accounts: { database, now } }: Acting,
  id: number,
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const line = await findPayoutLine(tx, id)
    if (!line) return rejected('PAYOUT_NOT_FOUND')
    // The gateway itself tells what became of its lines.
    if (line.way !== 'FILE' || line.state !== 'ORDERED') return rejected('NOTHING_TO_CHANGE')
    const proposed = { kind: 'RETURN_PAYOUT', userId: undefined, subject: String(id), payload: '{}' } as const
    return propose(
      tx,
      { ...proposed, loggedAs: 'RETURN_PAYOUT_PROPOSED', details: { payout: String(id) } },
      { act, at: now() },
    )
  })
}

export async function returnProposedPayout(
  tx: Transaction,
  { subject }: Proposal,
  { at }: { at: Date },
): Promise<Approved | Rejected> {
  const id = readId(subject ?? '')
  const line = await findPayoutLine(tx, id)
  if (!line) return rejected('PAYOUT_NOT_FOUND')
  if (line.way !== 'FILE' || !(await decideReturn(tx, { id, failure: 'BANK_DID_NOT_PAY', at })))
    return rejected('NOTHING_TO_CHANGE')
  return { details: { payout: String(id) } }
}

/**
 * The bank's file of a batch that is sent by file. Refuses PAYOUT_NOT_FOUND, PAYOUT_HAS_NO_FILE, WITHDRAWALS_STOPPED, since the file is
 * enough to pay, EXCEL_NOT_GENERATED.
 */
export async function exportFile({ accounts, payouts }: Acting, id: number, act: Act): Promise<CsvFile | Rejected> {
  const batch = await findPayoutBatch(accounts.database, id)
  if (!batch) return rejected('PAYOUT_NOT_FOUND')
  // A line that is not compared with its user yet might be given back.
  if (batch.way !== 'FILE' || batch.waiting > 0) return rejected('PAYOUT_HAS_NO_FILE')
  if (await areWithdrawalsStopped(accounts.database)) return rejected('WITHDRAWALS_STOPPED')
  const lines = (await payoutLinesOf(accounts.database, id)).filter(({ state }) => state === 'ORDERED')
  const { headers, rows } = bankFileOf(
    payouts.rules.fileColumns,
    lines.map((line) => ({ ...line, identifier: String(line.id), description: descriptionOf(line) })),
  )
  return exportRows(accounts, {
    ...{ headers, rows: iterate(rows), fileName: `kimia-payouts-${batch.day}.csv` },
    record: (tx, at) =>
      recordAct(tx, act, {
        at,
        kind: 'PAYOUT_FILE_EXPORTED',
        details: { day: batch.day, payoutLines: String(lines.length) },
      }),
  })
}

async function* iterate(rows: readonly string[][]): AsyncGenerator<readonly string[], void> {
  yield* rows
}

/** Notes that the bank has the file. Refuses PAYOUT_NOT_FOUND, PAYOUT_HAS_NO_FILE, NOTHING_TO_CHANGE. */
export async function handInFile(
  { accounts: { database, now } }: Acting,
  id: number,
  act: Act,
): Promise<Rejected | undefined> {
  return database.transaction(async (tx) => {
    const at = now()
    const batch = await findPayoutBatch(tx, id)
    if (!batch) return rejected('PAYOUT_NOT_FOUND')
    if (batch.way !== 'FILE' || batch.waiting > 0) return rejected('PAYOUT_HAS_NO_FILE')
    if (!(await handInPayoutFile(tx, { id, at }))) return rejected('NOTHING_TO_CHANGE')
    await recordAct(tx, act, { at, kind: 'PAYOUT_FILE_HANDED_IN', details: { day: batch.day } })
    return undefined
  })
}

export interface ImportedStatement {
  readonly matched: number
  readonly unmatched: number
  readonly duplicates: number
  readonly badRows: number[]
}

/** Imports a bank's statement and compares it with the payouts. Refuses STATEMENT_UNREADABLE, as for a file without one row that is a transfer. */
export async function importStatement(
  { accounts: { database, now }, payouts }: Acting,
  file: UploadedFile | undefined,
  act: Act,
): Promise<ImportedStatement | Rejected> {
  const read = file && readStatement(Buffer.from(file.bytes).toString('utf8'), payouts.rules.statementColumns)
  if (!read || read.lines.length === 0) return rejected('STATEMENT_UNREADABLE', { field: 'statement' })
  const { id, duplicates } = await database.transaction(async (tx) => {
    const at = now()
    const stored = await storeStatement(tx, { read, importedBy: act.operatorId, at })
    const count = read.lines.length - stored.duplicates
    const details = { count, duplicates: stored.duplicates, unreadable: read.badRows.length }
    await recordAct(tx, act, { at, kind: 'STATEMENT_IMPORTED', details })
    return stored
  })
  await reconcileStatements(payouts)
  const [row] = (await readStatements(database, { id, most: 1 })).map(({ matched, unmatched }) => ({
    matched,
    unmatched,
  }))
  return { ...(row ?? { matched: 0, unmatched: 0 }), duplicates, badRows: [...read.badRows] }
}
