import type { Queryable } from '../store/database.ts'
import { findDepositByKey } from '../store/wallets/deposits.ts'
import { depositOnWire } from './deposit-on-wire.ts'

export interface BegunDeposit {
  readonly deposit: ReturnType<typeof depositOnWire>
  /** Where the payer goes; null until the gateway has said so. */
  readonly redirectSite: string | null
}

/** Finds the payment that a user's key has begun. */
export const findBegunDeposit =
  (database: Queryable) =>
  async (whose: { userId: number; key: string }): Promise<BegunDeposit | undefined> => {
    const row = await findDepositByKey(database, whose)
    return row && { deposit: depositOnWire(row), redirectSite: row.redirectUrl ?? null }
  }
