import { waitingDeposits } from '../store/wallets/deposits.ts'
import { settleDeposit } from './settle-deposit.ts'
import type { Wallets } from './wallets.ts'

const ROWS_MAX = 100

/** Asks the gateway about every payment that has waited for `minAgeMs`: its payer may never have come back to us. */
export async function reconcileDeposits(wallets: Wallets, { minAgeMs }: { minAgeMs: number }): Promise<void> {
  const before = new Date(wallets.now().getTime() - minAgeMs)
  for (const deposit of await waitingDeposits(wallets.database, { before, most: ROWS_MAX })) {
    try {
      await settleDeposit(wallets, deposit)
    } catch (error) {
      wallets.log.warn({ err: error, deposit: deposit.id }, 'a payment could not be reconciled; it is tried again')
    }
  }
}
