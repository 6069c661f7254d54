import { randomUUID } from 'node:crypto'
import { type BulkInsert, bulkInsertSql, bulkValues } from './bulk-insert.ts'
import type { Queryable, SqlValue } from './database.ts'
import {
  BALANCES,
  type BalanceRow,
  ENTRIES,
  type EntryRow,
  HOLDS,
  type HoldRow,
  ORDERS,
  type OrderRow,
  OUTCOMES,
  type OutcomeRow,
  POSTINGS,
  type PostingRow,
  REWARDS,
  type RewardRow,
  TRADES,
  type TradeRow,
  WITHDRAWALS,
  type WithdrawalRow,
} from './exchange-rows.ts'

export interface Batch {
  /** When the batch was written, milliseconds since 1970. */
  readonly at: number
  readonly orders: readonly OrderRow[]
  readonly trades: readonly TradeRow[]
  readonly rewards: readonly RewardRow[]
  readonly withdrawals: readonly WithdrawalRow[]
  readonly holds: readonly HoldRow[]
  readonly entries: readonly EntryRow[]
  readonly postings: readonly PostingRow[]
  readonly balances: readonly BalanceRow[]
  readonly outcomes: readonly OutcomeRow[]
}

/** The epoch row is locked against a successor for as long as this statement runs. */
const FENCE = 'fence as materialized (select epoch from leader where id = 1 and epoch = $1::bigint for share)'

const STATEMENT = (() => {
  let firstParameter = 2
  const ctes = [FENCE]
  const add = <Row>(insert: BulkInsert<Row>) => {
    const sql = bulkInsertSql(insert, { firstParameter, guard: 'exists (select 1 from fence)' })
    ctes.push(`into_${insert.table} as (${sql})`)
    firstParameter += insert.columns.length
  }
  add(ORDERS)
  add(TRADES)
  add(REWARDS)
  add(WITHDRAWALS)
  add(HOLDS)
  add(ENTRIES)
  add(POSTINGS)
  add(BALANCES)
  add(OUTCOMES)
  return `with ${ctes.join(',\n')}\nselect count(*)::integer as held from fence`
})()

/**
 * Writes one batch of the exchange in one statement: all of it, or nothing. `false`: the epoch is over,
 * and nothing was written.
 * @throws DatabaseError when it was refused, DatabaseUnavailable when the outcome is unknown
 */
export async function writeBatch(database: Queryable, { epoch }: Leadership, batch: Batch): Promise<boolean> {
  const values: SqlValue[] = [
    epoch,
    ...bulkValues(
      ORDERS,
      batch.orders.map((order) => ({ ...order, updatedAt: batch.at })),
    ),
    ...bulkValues(TRADES, batch.trades),
    ...bulkValues(REWARDS, batch.rewards),
    ...bulkValues(WITHDRAWALS, batch.withdrawals),
    ...bulkValues(HOLDS, batch.holds),
    ...bulkValues(ENTRIES, batch.entries),
    ...bulkValues(POSTINGS, batch.postings),
    ...bulkValues(BALANCES, batch.balances),
    ...bulkValues(OUTCOMES, batch.outcomes),
  ]
  const [row] = await database.query<{ held: number }>(STATEMENT, values)
  return row?.held === 1
}

/** The right to write, until somebody else takes it. */
export interface Leadership {
  readonly epoch: bigint
  /** A random name, so that its holder is known from others even when he does not know the outcome of his last statement. */
  readonly holder: string
}

/** Makes the caller the one writer: whoever led before cannot write any more. */
export async function takeEpoch(database: Queryable): Promise<Leadership> {
  const holder = randomUUID()
  const [row] = await database.query<{ epoch: bigint }>(
    'update leader set epoch = epoch + 1, holder = $1 where id = 1 returning epoch',
    [holder],
  )
  if (!row) throw new Error('the leader row is missing')
  return { epoch: row.epoch, holder }
}

/**
 * A new epoch for the one writer: waits for a batch of his that is still under way, and bars those that have not
 * begun. `undefined`: somebody else leads.
 */
export async function renewEpoch(database: Queryable, { holder }: Leadership): Promise<Leadership | undefined> {
  const [row] = await database.query<{ epoch: bigint }>(
    'update leader set epoch = epoch + 1 where id = 1 and holder = $1 returning epoch',
    [holder],
  )
  return row && { epoch: row.epoch, holder }
}
