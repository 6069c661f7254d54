import type { AccountLevel, Charges } from '#domain/fee.ts'
import { stageOf, type Verification } from '#domain/verification.ts'
import type { Queryable } from '../database.ts'
import { type ChargeColumns, chargesOf } from './charges.ts'

export interface TradingTerms {
  readonly authorized: boolean
  readonly supervisor: boolean
  /** By the user's level. */
  readonly charges: Charges
}

/** On what terms a user trades, as of now; `undefined` for nobody. */
export async function readTradingTerms(database: Queryable, userId: number): Promise<TradingTerms | undefined> {
  const [row] = await database.query<{ verification: Verification; level: AccountLevel } & ChargeColumns>(
    `select u.verification, u.level, l.taker_ppm, l.maker_ppm, u.invited_by
     from users u join account_levels l on l.level = u.level where u.id = $1`,
    [userId],
  )
  if (!row) return undefined
  return {
    authorized: stageOf(row.verification).authorized,
    supervisor: row.level === 'SUPERVISOR',
    charges: chargesOf(row),
  }
}
