import type { Database } from './database.ts'
import { forgetProof, proveLedger } from './prove-ledger.ts'

/** One coin of the ledger, in base units. The columns of owners sum to `sum`, which must be zero. */
export interface CoinTotals {
  readonly symbol: string
  readonly decimals: number
  readonly users: bigint
  readonly usersBlocked: bigint
  readonly fees: bigint
  readonly inventory: bigint
  /** The bounds of the inventory: the exchange's exposure by quick trades. */
  readonly inventoryMin: bigint
  readonly inventoryMax: bigint
  readonly sources: bigint
  readonly sum: bigint
}

/** An inconsistency, as a sentence. */
export interface LedgerReport {
  readonly totals: readonly CoinTotals[]
  readonly faults: readonly string[]
}

const TOTALS = `
  select symbol, decimals,
    coalesce(sum(available) filter (where owner_id > 0), 0) as users,
    coalesce(sum(blocked) filter (where owner_id > 0), 0) as "usersBlocked",
    coalesce(sum(available) filter (where owner_id = -1), 0) as fees,
    coalesce(sum(available) filter (where owner_id = -3), 0) as inventory, inventory_min as "inventoryMin",
    inventory_max as "inventoryMax",
    coalesce(sum(available) filter (where owner_id <= -4), 0) as sources,
    coalesce(sum(available + blocked), 0) as sum
  from coins left join balances on coin_id = id group by id order by id`

/** The greatest number of history rows that one step reads. */
const ROWS_MAX = 100_000

/**
 * Proves every unit of the ledger from the first posting on, while others keep writing: coins sum to zero, balances equal their postings,
 * holds are explained. Earlier proofs are not used; the next start need not repeat this one.
 */
export async function checkLedger(database: Database): Promise<LedgerReport> {
  await forgetProof(database)
  const totals = await database.query<CoinTotals>(TOTALS)
  const sums = totals.filter(({ sum }) => sum !== 0n).map(({ symbol, sum }) => `${symbol}: all accounts sum to ${sum}`)
  return { totals, faults: [...sums, ...(await proveLedger(database, { rowsMax: ROWS_MAX }))] }
}
