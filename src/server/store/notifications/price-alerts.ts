import { toCount } from '#domain/counts.ts'
import type { PriceAlertKind } from '#domain/price-alert.ts'
import { type Price, price } from '#domain/units.ts'
import type { Queryable, Transaction } from '../database.ts'
import { findNumber, insertReturning, type Row, readRows, rowAs } from '../rows.ts'

export interface PriceAlertRow {
  readonly id: number
  readonly userId: number
  readonly marketId: number
  readonly kind: PriceAlertKind
  readonly percent: string | undefined
  readonly above: Price | undefined
  readonly below: Price | undefined
  readonly createdAt: Date
}

const COLUMNS =
  'id, user_id as "userId", market_id as "marketId", kind, percent, above, below, created_at as "createdAt"'
const rowOf = rowAs<PriceAlertRow>('id', 'userId')

/** A user's open alerts, newest first. */
export const readPriceAlerts = (database: Queryable, userId: number): Promise<PriceAlertRow[]> =>
  readRows(database, rowOf, `select ${COLUMNS} from price_alerts where user_id = $1 order by id desc`, [userId])

/** All users' alerts after an id, up to a number. */
export const readAlertsAfter = (
  database: Queryable,
  { after, max }: { after: number; max: number },
): Promise<PriceAlertRow[]> =>
  readRows(database, rowOf, `select ${COLUMNS} from price_alerts where id > $1 order by id limit $2`, [after, max])

type NewAlert = Omit<PriceAlertRow, 'id'>

const isSame = (one: NewAlert, other: NewAlert) =>
  one.marketId === other.marketId && one.kind === other.kind && one.above === other.above && one.below === other.below

/** The user's row stays locked until the commit, so that two concurrent requests cannot exceed the limit. */
export async function insertPriceAlert(
  tx: Transaction,
  asked: NewAlert,
  max: number,
): Promise<PriceAlertRow | 'PRICE_ALERT_EXISTS' | 'PRICE_ALERTS_TOO_MANY'> {
  const { userId } = asked
  await tx.query('select 1 from users where id = $1 for update', [userId])
  const open = await readPriceAlerts(tx, userId)
  if (open.some((one) => isSame(one, asked))) return 'PRICE_ALERT_EXISTS'
  if (open.length >= max) return 'PRICE_ALERTS_TOO_MANY'
  return insertReturning(tx, rowOf, { table: 'price_alerts', fields: { ...asked }, returning: COLUMNS })
}

/** @returns its id, if it was one of the user's own */
export const deleteOwnAlert = (
  database: Queryable,
  { id, userId }: { id: string; userId: number },
): Promise<number | undefined> =>
  findNumber(database, 'delete from price_alerts where id = $1 and user_id = $2 returning id', [id, userId])

/** Removes these alerts; those already removed by another process are missing in the answer. */
export async function takeAlerts(tx: Transaction, ids: readonly number[]): Promise<PriceAlertRow[]> {
  const rows = await tx.query<Row>(`delete from price_alerts where id = any ($1::bigint[]) returning ${COLUMNS}`, [ids])
  return rows.map(rowOf).toSorted((a, b) => a.id - b.id)
}

export async function readLastPrice(database: Queryable, marketId: number): Promise<Price | undefined> {
  const [row] = await database.query<{ unit_price: bigint }>(
    `select unit_price from trades where market_id = $1 and maker_order_id is not null order by id desc limit 1`,
    [marketId],
  )
  return row && price(row.unit_price)
}

export async function moveAlertCursor(database: Queryable, lastTradeId: number): Promise<void> {
  await database.query('update price_alert_cursor set last_trade_id = $1 where id = 1 and last_trade_id < $1', [
    lastTradeId,
  ])
}

/** The open alerts that a trade after the cursor has reached, each with a price that did. */
export async function readMissedAlerts(
  database: Queryable,
): Promise<{ readonly lastTradeId: number; readonly reached: ReadonlyMap<number, Price> }> {
  const [newest] = await database.query<{ id: bigint }>('select coalesce(max(id), 0) as id from trades')
  const rows = await database.query<{ id: bigint; reached: bigint }>(
    `with moved as (
       select market_id, unit_price, at from trades
       where id > (select last_trade_id from price_alert_cursor) and id <= $1 and maker_order_id is not null
     )
     select alert.id, max(unit_price) as reached from price_alerts alert join moved using (market_id)
     where moved.at > alert.created_at and (unit_price >= above or unit_price <= below) group by alert.id`,
    [newest?.id ?? 0n],
  )
  return {
    lastTradeId: toCount(newest?.id ?? 0n),
    reached: new Map(rows.map(({ id, reached }) => [toCount(id), price(reached)])),
  }
}
