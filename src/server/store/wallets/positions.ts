import type { Fill, Micro, Position, SaleProfit } from '#domain/position.ts'
import type { Queryable } from '../database.ts'
import { type BulkInsert, bulkInsertSql, bulkValues, columnsOf, findRow, readRows, rowAs } from '../rows.ts'

/** A user's part of a trade. */
export interface OwnFill extends Fill {
  readonly tradeId: number
  readonly orderId: number
  readonly marketId: number
}

/**
 * A user's parts of the trades after this one, oldest first, no more than `rowsMax`. Trades are numbered in the order of their commits, so
 * none appears later below a number that was read. Each part of the union is cut off by itself, so that its index is read no further. Quick
 * trades whose coins left at once are left out: they were never held.
 */
export const readOwnFills = (
  database: Queryable,
  { userId, after, rowsMax }: { userId: number; after: number; rowsMax: number },
): Promise<OwnFill[]> =>
  readRows(
    database,
    rowAs<OwnFill>('tradeId', 'orderId'),
    `select id as "tradeId", order_id as "orderId", market_id as "marketId", side, amount, value, fee from (
      (select id, taker_order_id as order_id, market_id, taker_side as side, amount, value, taker_fee as fee from trades
        where taker_user_id = $1 and maker_order_id is not null and id > $2 order by id limit $3)
      union all
      (select id, taker_order_id, market_id, taker_side, amount, value, taker_fee from trades
        where taker_user_id = $1 and maker_order_id is null and id > $2 and taker_order_id not in (
          select order_id from withdrawals where user_id = $1 and order_id is not null
        ) order by id limit $3)
      union all
      (select id, maker_order_id, market_id, case taker_side when 'BUY' then 'SELL'::side else 'BUY'::side end, amount, value,
          maker_fee from trades
        where maker_user_id = $1 and maker_order_id is not null and id > $2 order by id limit $3)
    ) as fills order by id limit $3`,
    [userId, after, rowsMax],
  )

/** Positions by market, with the trade up to which they are counted; trade 0 for a user without any. */
export interface CountedPositions {
  readonly upTo: number
  readonly positions: ReadonlyMap<number, Position>
}

interface PositionRow extends Position {
  readonly marketId: number
}

/** In one statement, so that another process may save newer rows meanwhile. */
export async function readCountedPositions(database: Queryable, userId: number): Promise<CountedPositions> {
  const rows = await readRows(
    database,
    rowAs<{ upTo: number; marketId?: number; amount?: Position['amount']; cost?: Micro; realised?: Micro }>('upTo'),
    `select last_trade_id as "upTo", market_id as "marketId", amount, cost, realised
      from counted_positions left join positions using (user_id) where user_id = $1`,
    [userId],
  )
  const positions = new Map<number, Position>()
  for (const { marketId, amount, cost, realised } of rows)
    if (marketId !== undefined && amount !== undefined && cost !== undefined && realised !== undefined)
      positions.set(marketId, { amount, cost, realised })
  return { upTo: rows[0]?.upTo ?? 0, positions }
}

interface SaleRow extends SaleProfit {
  readonly orderId: number
}

interface NewlyCounted {
  readonly userId: number
  readonly after: number
  readonly upTo: number
  readonly positions: readonly PositionRow[]
  /** The profits of the trades after `after` alone, one row for each order. */
  readonly sales: readonly SaleRow[]
}

const positionRows = (userId: number): BulkInsert<PositionRow> => ({
  table: 'positions',
  columns: [
    { name: 'user_id', type: 'bigint', of: () => userId },
    ...columnsOf({ marketId: 'smallint', amount: 'numeric', cost: 'numeric', realised: 'numeric' }),
  ],
  onConflict: `(user_id, market_id) do update set amount = excluded.amount, cost = excluded.cost, realised = excluded.realised`,
})

const saleRows = (userId: number): BulkInsert<SaleRow> => ({
  table: 'sale_profits as kept',
  columns: [
    { name: 'user_id', type: 'bigint', of: () => userId },
    ...columnsOf({ orderId: 'bigint', amount: 'numeric', cost: 'numeric', profit: 'numeric' }),
  ],
  onConflict: `(order_id) do update set amount = kept.amount + excluded.amount, cost = kept.cost + excluded.cost,
    profit = kept.profit + excluded.profit`,
})

/**
 * Saves positions and the mark up to which they are counted, in one statement: nothing is saved if another process has moved the mark
 * meanwhile.
 */
export async function savePositions(database: Queryable, counted: NewlyCounted): Promise<void> {
  const { userId, after, upTo, positions, sales } = counted
  const values = [userId, after, upTo]
  const guard = 'exists (select 1 from moved)'
  const intoPositions = positionRows(userId)
  const intoSales = saleRows(userId)
  await database.query(
    `with moved as (
      insert into counted_positions as mark (user_id, last_trade_id) values ($1, $3)
      on conflict (user_id) do update set last_trade_id = excluded.last_trade_id where mark.last_trade_id = $2::bigint
      returning user_id
    ), into_positions as (
      ${bulkInsertSql(intoPositions, { firstParameter: values.length + 1, guard })}
    )
    ${bulkInsertSql(intoSales, { firstParameter: values.length + 1 + intoPositions.columns.length, guard })}`,
    [...values, ...bulkValues(intoPositions, positions), ...bulkValues(intoSales, sales)],
  )
}

/** The saved profit of an order of this user. */
export const readSaleProfit = (
  database: Queryable,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<SaleProfit | undefined> =>
  findRow(
    database,
    rowAs<SaleProfit>(),
    'select amount, cost, profit from sale_profits where order_id = $1 and user_id = $2',
    [orderId, userId],
  )
