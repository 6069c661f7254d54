import { fromCount } from '#domain/counts.ts'
import type { Level } from '#domain/fee.ts'
import { type Ppm, ppm } from '#domain/units.ts'
import { stageOf, type Verification } from '#domain/verification.ts'
import type { Queryable } from '../database.ts'

export interface TradingTerms {
  readonly authorized: boolean
  readonly supervisor: boolean
  /** Of the user's level. */
  readonly fee: Ppm
}

/** On what terms a user trades, as of now; `undefined` for nobody. */
export async function readTradingTerms(database: Queryable, userId: number): Promise<TradingTerms | undefined> {
  const [row] = await database.query<{ verification: Verification; level: Level; fee_ppm: number }>(
    'select u.verification, u.level, l.fee_ppm from users u join account_levels l on l.level = u.level where u.id = $1',
    [userId],
  )
  if (!row) return undefined
  return {
    authorized: stageOf(row.verification).authorized,
    supervisor: row.level === 'SUPERVISOR',
    fee: ppm(fromCount(row.fee_ppm)),
  }
}
