import { type Amount, amount } from '#domain/units.ts'
import type { Queryable } from '../database.ts'

/** Bounds of deposits and withdrawals through a bank, in base units of the coin. */
export interface BankLimits {
  readonly coinId: number
  readonly minDeposit: Amount
  readonly maxDeposit: Amount
  readonly minWithdraw: Amount
  readonly maxWithdraw: Amount
}

export async function readBankLimits(database: Queryable): Promise<BankLimits[]> {
  const rows = await database.query<{
    coin_id: number
    min_deposit: bigint
    max_deposit: bigint
    min_withdraw: bigint
    max_withdraw: bigint
  }>('select * from bank_limits order by coin_id')
  return rows.map((row) => ({
    coinId: row.coin_id,
    minDeposit: amount(row.min_deposit),
    maxDeposit: amount(row.max_deposit),
    minWithdraw: amount(row.min_withdraw),
    maxWithdraw: amount(row.max_withdraw),
  }))
}
