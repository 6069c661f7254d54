import type { Queryable } from './database.ts'
import { type FaultRow, GENESIS, LEDGER_CHECKS, type LedgerPoint } from './ledger-checks.ts'

/** One coin of the ledger, in base units. The columns of owners sum to `sum`, which must be zero. */
export interface CoinTotals {
  readonly symbol: string
  readonly decimals: number
  readonly users: bigint
  readonly usersBlocked: bigint
  readonly fees: bigint
  readonly inventory: bigint
  /** Between which the inventory is to stay: the house's exposure by quick trades. */
  readonly inventoryMin: bigint
  readonly inventoryMax: bigint
  readonly sources: bigint
  readonly sum: bigint
}

/** Something that does not agree, as a sentence. */
export interface LedgerReport {
  readonly totals: readonly CoinTotals[]
  readonly faults: readonly string[]
}

interface TotalColumns {
  symbol: string
  decimals: number
  users: bigint
  users_blocked: bigint
  fees: bigint
  inventory: bigint
  inventory_min: bigint
  inventory_max: bigint
  sources: bigint
  sum: bigint
}

const TOTALS = `
  select symbol, decimals,
    coalesce(sum(available) filter (where owner_id > 0), 0) as users,
    coalesce(sum(blocked) filter (where owner_id > 0), 0) as users_blocked,
    coalesce(sum(available) filter (where owner_id = -1), 0) as fees,
    coalesce(sum(available) filter (where owner_id = -3), 0) as inventory, inventory_min, inventory_max,
    coalesce(sum(available) filter (where owner_id <= -4), 0) as sources,
    coalesce(sum(available + blocked), 0) as sum
  from coins left join balances on coin_id = id group by id order by id`

/** Proves that every unit is where the ledger says: coins sum to zero, balances are their postings, holds are explained. */
export const checkLedger = (database: Queryable): Promise<LedgerReport> => checkLedgerSince(database, GENESIS)

/** The same of what came after a point that was proven before. What was changed before it, only the check of all finds. */
export async function checkLedgerSince(database: Queryable, point: LedgerPoint): Promise<LedgerReport> {
  const rows = await database.query<TotalColumns>(TOTALS)
  const totals = rows.map(
    ({ users_blocked: usersBlocked, inventory_min: inventoryMin, inventory_max: inventoryMax, ...row }) => ({
      ...row,
      usersBlocked,
      inventoryMin,
      inventoryMax,
    }),
  )
  const faults = totals
    .filter(({ sum }) => sum !== 0n)
    .map(({ symbol, sum }) => `${symbol}: all accounts sum to ${sum}`)
  for (const { sql, fault } of LEDGER_CHECKS) faults.push(...(await database.query<FaultRow>(sql(point))).map(fault))
  return { totals, faults }
}
