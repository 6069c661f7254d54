import { type DepositRow, waitingDeposits } from '../store/wallets/deposits.ts'
import { settleDeposit } from './settle-deposit.ts'
import type { Wallets } from './wallets.ts'

const ROWS_MAX = 100

/**
 * Asks the gateway about every payment that has waited for `minAgeMs`: its payer may never have come back to us. However many
 * cannot be settled, those behind them get their turn.
 */
export async function reconcileDeposits(wallets: Wallets, { minAgeMs }: { minAgeMs: number }): Promise<void> {
  const before = new Date(wallets.now().getTime() - minAgeMs)
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    const deposits: DepositRow[] = await waitingDeposits(wallets.database, { before, afterId, most: ROWS_MAX })
    for (const deposit of deposits) await settleOrLeave(wallets, deposit)
    afterId = deposits.at(-1)?.id
  }
}

async function settleOrLeave(wallets: Wallets, deposit: DepositRow): Promise<void> {
  try {
    await settleDeposit(wallets, deposit)
  } catch (error) {
    wallets.log.warn({ err: error, deposit: deposit.id }, 'a payment could not be reconciled; it is tried again')
  }
}
