import { type BulkInsert, bulkInsertSql, bulkValues } from '../bulk-insert.ts'
import type { Queryable, SqlValue } from '../database.ts'
import { MARKET_DAYS, type MarketDay } from '../trading/market-days.ts'

/** The additions of consecutive trades to all sums of trades. Values are in Toman's base units. */
export interface TradeSumRows {
  /** The trade before the first of them, and the last of them. */
  readonly after: number
  readonly upTo: number
  /** By day of UTC. */
  readonly volumes: readonly { readonly userId: number; readonly day: string; readonly volume: bigint }[]
  readonly marketDays: readonly MarketDay[]
  readonly inviters: readonly { readonly userId: number; readonly worth: bigint }[]
  readonly invitees: readonly { readonly userId: number; readonly worth: bigint; readonly friendWorth: bigint }[]
}

const VOLUMES: BulkInsert<TradeSumRows['volumes'][number]> = {
  table: 'trade_volumes as kept',
  columns: [
    { name: 'user_id', type: 'bigint', of: (row) => row.userId },
    { name: 'day', type: 'date', of: (row) => row.day },
    { name: 'volume', type: 'numeric', of: (row) => row.volume },
  ],
  onConflict: '(user_id, day) do update set volume = kept.volume + excluded.volume',
}

const INVITERS: BulkInsert<TradeSumRows['inviters'][number]> = {
  table: 'reward_totals as kept',
  columns: [
    { name: 'inviter_id', type: 'bigint', of: (row) => row.userId },
    { name: 'value_in_toman', type: 'numeric', of: (row) => row.worth },
  ],
  onConflict: '(inviter_id) do update set value_in_toman = kept.value_in_toman + excluded.value_in_toman',
}

const INVITEES: BulkInsert<TradeSumRows['invitees'][number]> = {
  table: 'invitee_totals as kept',
  columns: [
    { name: 'invitee_id', type: 'bigint', of: (row) => row.userId },
    { name: 'value_in_toman', type: 'numeric', of: (row) => row.worth },
    { name: 'friend_value_in_toman', type: 'numeric', of: (row) => row.friendWorth },
  ],
  onConflict: `(invitee_id) do update set value_in_toman = kept.value_in_toman + excluded.value_in_toman,
    friend_value_in_toman = kept.friend_value_in_toman + excluded.friend_value_in_toman`,
}

/**
 * Adds the sums of followed trades and advances the mark past them, in one statement. It adds all of them if the mark is just before the
 * first, else nothing, since another process has counted them or they were written already. @returns whether they were added
 */
export async function addTradeSums(database: Queryable, sums: TradeSumRows): Promise<boolean> {
  const values: SqlValue[] = [sums.after, sums.upTo]
  const into = <Row>(name: string, insert: BulkInsert<Row>, rows: readonly Row[]) => {
    const sql = bulkInsertSql(insert, { firstParameter: values.length + 1, guard: 'exists (select 1 from moved)' })
    values.push(...bulkValues(insert, rows))
    return `into_${name} as (${sql})`
  }
  const ctes = [
    `moved as (update counted_trades set last_trade_id = $2::bigint where id = 1 and last_trade_id = $1::bigint returning id)`,
    into('volumes', VOLUMES, sums.volumes),
    into('days', MARKET_DAYS, sums.marketDays),
    into('inviters', INVITERS, sums.inviters),
    into('invitees', INVITEES, sums.invitees),
  ]
  const [row] = await database.query<{ moved: number }>(
    `with ${ctes.join(', ')} select count(*)::integer as moved from moved`,
    values,
  )
  return row?.moved === 1
}
