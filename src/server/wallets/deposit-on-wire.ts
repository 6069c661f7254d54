import type * as z from 'zod/mini'
import type { Deposit } from '#contract/deposits.ts'
import { TOMAN, TOMAN_DECIMALS } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Queryable } from '../store/database.ts'
import { type DepositRow, findDepositByKey } from '../store/wallets/deposits.ts'

export function depositOnWire(row: DepositRow): z.input<typeof Deposit> {
  return {
    id: String(row.id),
    amount: formatDecimal(row.amount, TOMAN_DECIMALS),
    relatedCoin: TOMAN,
    bankAccount: row.cardMasked,
    transactionStatus: row.status,
    isDone: row.status === 'CONFIRMED',
    link: row.refId ?? null,
    createdAtDateTime: row.createdAt.toISOString(),
  }
}

interface BegunDeposit {
  readonly deposit: ReturnType<typeof depositOnWire>
  /** The page of the gateway for the payer; null until the gateway has named it. */
  readonly redirectSite: string | null
}

/** Finds the payment that was begun under a user's key. */
export const findBegunDeposit =
  (database: Queryable) =>
  async (whose: { userId: number; key: string }): Promise<BegunDeposit | undefined> => {
    const row = await findDepositByKey(database, whose)
    return row && { deposit: depositOnWire(row), redirectSite: row.redirectUrl ?? null }
  }
