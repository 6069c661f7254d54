import { readId } from '#domain/counts.ts'
import type { Transaction } from '../../store/database.ts'
import {
  endStatementLine,
  insertStatement,
  newStatementLines,
  type StatementLineRow,
} from '../../store/wallets/bank-statements.ts'
import { beginPayoutPayment, findPayoutLine } from '../../store/wallets/payouts.ts'
import type { PayoutServices } from './payout-services.ts'
import type { ReadStatement } from './read-statement.ts'
import { finishPayments } from './settle-payout.ts'

/** Stores a statement, in a transaction of its caller. `reconcileStatements` compares it with the payouts. */
export const storeStatement = (
  tx: Transaction,
  { read: { lines, badRows }, importedBy, at }: { read: ReadStatement; importedBy: number; at: Date },
): Promise<{ readonly id: number; readonly duplicates: number }> =>
  insertStatement(tx, {
    ...{ importedBy, importedAt: at, badRows: badRows.length },
    lines: lines.map(({ row: _, ...line }) => line),
  })

const ROWS_MAX = 500

/**
 * Compares the new lines of statements with the payouts by file. A line that names a payout by its identifier and has its amount ends the
 * payout as paid, with the bank's reference; every other line is left for a person. Each line is decided in one transaction with its payout.
 */
export async function reconcileStatements(services: PayoutServices): Promise<void> {
  const { database } = services
  for (;;) {
    const lines = await newStatementLines(database, ROWS_MAX)
    for (const line of lines) await database.transaction((tx) => decide(tx, line))
    if (lines.length < ROWS_MAX) break
  }
  await finishPayments(services)
}

async function decide(tx: Transaction, { id, identifier, amount, reference }: StatementLineRow): Promise<void> {
  const payout = await findPayoutLine(tx, readId(identifier))
  const fits = payout?.way === 'FILE' && payout.amount === amount
  const isPaid = fits && (await beginPayoutPayment(tx, { id: payout.id, reference }))
  await endStatementLine(tx, { id, withdrawalId: isPaid ? payout.id : undefined })
}
