import { readId } from '#domain/counts.ts'
import type { Transaction } from '../../store/database.ts'
import { eachItem } from '../../store/each-item.ts'
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
  const { database, log } = services
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    const lines: StatementLineRow[] = await newStatementLines(database, { afterId, most: ROWS_MAX })
    await eachItem(lines, (line) => database.transaction((tx) => decide(tx, line)), {
      ...{ log, label: ({ id }) => ({ statementLine: id }), failure: 'a line of a statement could not be compared' },
    })
    afterId = lines.at(-1)?.id
  }
  await finishPayments(services)
}

async function decide(tx: Transaction, { id, identifier, amount, reference }: StatementLineRow): Promise<void> {
  const payout = await findPayoutLine(tx, readId(identifier))
  const fits = payout?.way === 'FILE' && payout.amount === amount
  const isPaid = fits && (await beginPayoutPayment(tx, { id: payout.id, reference }))
  await endStatementLine(tx, { id, withdrawalId: isPaid ? payout.id : undefined })
}
