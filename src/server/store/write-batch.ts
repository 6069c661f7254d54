import type { Balance, Hold, Withdrawal } from '#domain/ledger.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { StoredAnswer } from '#domain/outcome.ts'
import type { Reward, Trade } from '#domain/trade.ts'
import type { Queryable, SqlValue } from './database.ts'
import {
  arePlain,
  BALANCES,
  ENTRIES,
  HOLDS,
  OUTCOMES,
  PLAIN_ORDERS,
  type PostedEntry,
  REWARDS,
  TERMED_ORDERS,
  TRADES,
  WITHDRAWALS,
} from './exchange-rows.ts'
import { type BulkInsert, bulkInsertSql, bulkValues } from './rows.ts'

export interface Batch {
  readonly orders: readonly OrderRecord[]
  readonly trades: readonly Trade[]
  readonly rewards: readonly Reward[]
  readonly withdrawals: readonly Withdrawal[]
  readonly holds: readonly Hold[]
  readonly entries: readonly PostedEntry[]
  readonly balances: readonly Balance[]
  readonly outcomes: readonly StoredAnswer[]
}

/** The row is locked against a successor until the commit, and a batch whose predecessor was not committed finds another number. */
const FENCE = `fence as (update leader set batch = $2::bigint, at = $3::timestamptz, seen = clock_timestamp()
    where id = 1 and epoch = $1::bigint and batch = $2::bigint - 1 returning id)`

/** The beginning of the statement that writes a batch: all of them have it. */
export const BATCH_BEGINS = `with ${FENCE}`

/** One kind of rows of a batch, and how they are written. */
interface Part {
  readonly name: string
  readonly parameters: number
  sql(firstParameter: number): string
  /** `undefined` if the batch has no rows for it. */
  values(batch: Batch): SqlValue[] | undefined
}

function part<Name extends keyof Batch>(
  of: Name,
  insert: BulkInsert<Batch[Name][number]>,
  { name = of, fits = () => true }: { name?: string; fits?: (rows: Batch[Name]) => boolean } = {},
): Part {
  return {
    name,
    parameters: insert.columns.length,
    sql: (firstParameter) =>
      `into_${name} as (${bulkInsertSql(insert, { firstParameter, guard: 'exists (select 1 from fence)' })})`,
    values: ({ [of]: rows }) => (rows.length === 0 || !fits(rows) ? undefined : bulkValues(insert, rows)),
  }
}

const PARTS: readonly Part[] = [
  part('orders', PLAIN_ORDERS, { name: 'plain_orders', fits: arePlain }),
  part('orders', TERMED_ORDERS, { name: 'termed_orders', fits: (orders) => !arePlain(orders) }),
  part('trades', TRADES),
  part('rewards', REWARDS),
  part('withdrawals', WITHDRAWALS),
  part('holds', HOLDS),
  part('entries', ENTRIES),
  part('balances', BALANCES),
  part('outcomes', OUTCOMES),
]

/** By the names of their parts; there are few, since most batches are alike. */
const statements = new Map<string, string>()

/** A statement contains only the parts that have rows: even an empty part costs the database some work. */
function statementOf(parts: readonly Part[]): string {
  const name = parts.map((part) => part.name).join(' ')
  const known = statements.get(name)
  if (known !== undefined) return known
  let firstParameter = 4
  const ctes = [FENCE]
  for (const part of parts) {
    ctes.push(part.sql(firstParameter))
    firstParameter += part.parameters
  }
  const statement = `with ${ctes.join(',\n')}\nselect count(*)::integer as held from fence`
  statements.set(name, statement)
  return statement
}

/**
 * Writes one batch of the exchange in one statement: all of it, or nothing. `false`: nothing was written, since the epoch is over or the
 * previous batch, whose number is one less, was not written. Its rows are read before this returns. @throws DatabaseError if it was
 * refused, DatabaseUnavailable if the outcome is unknown
 */
export async function writeBatch(
  pipeline: Queryable,
  { epoch, number, at }: { epoch: bigint; number: number; at: number },
  batch: Batch,
): Promise<boolean> {
  const values: SqlValue[] = [epoch, number, new Date(at)]
  const parts = PARTS.filter((part) => {
    const own = part.values(batch)
    if (own) values.push(...own)
    return own !== undefined
  })
  const [row] = await pipeline.query<{ held: number }>(statementOf(parts), values)
  return row?.held === 1
}
