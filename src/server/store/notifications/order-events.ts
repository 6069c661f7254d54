import type { OrderStatus, Side } from '#domain/order.ts'
import { type Amount, amount, type Price } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { hasRows, type Row, rowAs } from '../rows.ts'

/** Rows per query, few enough that no order waits for it. */
const ROWS_MAX = 1_000
/** If a user's orders change more often within one read, one notice gives their number; only their newest events are read. */
export const EVENTS_OF_USER_MAX = 10

export interface OrderCursor {
  readonly lastTradeId: bigint
  readonly lastSeq: bigint
}

/** An event of a customer's order, with the order's present state. */
export interface OrderEvent {
  readonly what: 'traded' | 'cancelled' | 'expired' | 'triggered'
  readonly at: Date
  readonly orderId: number
  readonly userId: number
  readonly marketId: number
  readonly side: Side
  readonly status: OrderStatus
  readonly amount: Amount
  readonly executed: Amount
  readonly executedValue: Amount
  readonly stopPrice: Price | undefined
  /** The amount returned to its owner's balance at its end. */
  readonly released: Amount
  /** The number of this user's events in this read. */
  readonly eventsOfUser: number
}

export interface OrderEvents {
  readonly before: OrderCursor
  readonly after: OrderCursor
  /** In the order in which they happened, with not many more than `EVENTS_OF_USER_MAX` per user. */
  readonly events: readonly OrderEvent[]
  readonly isMore: boolean
}

interface Columns extends Row {
  readonly userId: bigint
  /** The number of the entry that ended it. */
  readonly seq: bigint | null
}

/**
 * The committed events of customers' orders since the cursor. Trades and entries are numbered in the order of their commits, so none
 * appears later below a number that was read. The exchange's own accounts and market makers get no notices.
 */
export async function readOrderEvents(database: Queryable): Promise<OrderEvents> {
  const [bounds] = await database.query<{ trade_from: bigint; trade_to: bigint; seq_from: bigint; seq_to: bigint }>(
    `select last_trade_id as trade_from, last_seq as seq_from,
      coalesce((select max(id) from (select id from trades where id > last_trade_id order by id limit ${ROWS_MAX}) as t), last_trade_id) as trade_to,
      coalesce((select max(seq) from (select seq from ledger_entries where seq > last_seq order by seq limit ${ROWS_MAX}) as e), last_seq) as seq_to
    from order_notice_cursor where id = 1`,
  )
  if (!bounds) throw new Error('the cursor of the order notices is missing')
  const { trade_from, trade_to, seq_from, seq_to } = bounds
  const isNone = trade_from === trade_to && seq_from === seq_to
  const rows = isNone ? [] : await database.query<Columns>(EVENTS, [trade_from, trade_to, seq_from, seq_to])
  const released = await readReleased(
    database,
    rows.flatMap(({ seq }) => (seq === null ? [] : [seq])),
  )
  return {
    before: { lastTradeId: trade_from, lastSeq: seq_from },
    after: { lastTradeId: trade_to, lastSeq: seq_to },
    events: rows.map((row) => eventOf(row, released.get(`${row.seq} ${row.userId}`) ?? 0n)),
    isMore: trade_to - trade_from >= ROWS_MAX || seq_to - seq_from >= ROWS_MAX,
  }
}

/**
 * The order of the steps is fixed: after a start the planner assumes that every table is small, and read all events again for each user, 35
 * ms for a thousand trades of 64 users in the built-in database while their orders waited.
 */
const EVENTS = `
  with own as materialized (
    select id from users where system_name is not null or level = 'SUPERVISOR'
  ), sides as materialized (
    select taker_order_id as order_id, taker_user_id as user_id, at from trades
    where id > $1 and id <= $2 and maker_order_id is not null
    union all
    select maker_order_id, maker_user_id, at from trades
    where id > $1 and id <= $2 and maker_order_id is not null
  ), happened as materialized (
    select 'traded' as what, order_id, user_id, max(at) as at, null::bigint as seq from sides group by order_id, user_id
    union all
    select case kind when 'cancel' then 'cancelled' else 'expired' end, id, (select user_id from orders where orders.id = ended.id), at, seq
    from (
      select kind, substr(reference, 7)::bigint as id, at, seq from ledger_entries
      where seq > $3 and seq <= $4 and kind in ('cancel', 'expire') and reference like 'order:%'
    ) as ended
    union all
    select 'triggered', orders.id, user_id, entry.at, null from orders join ledger_entries as entry on entry.seq = arrived_seq
    where arrived_seq > $3 and arrived_seq <= $4 and entry.kind <> 'amend'
  ), newest as materialized (
    select * from (
      select *, count(*) over (partition by user_id) as of_user,
        row_number() over (partition by user_id order by at desc, order_id desc) as place
      from happened where user_id not in (select id from own)
    ) as each where place <= ${EVENTS_OF_USER_MAX + 1}
  )
  select what, at, o.id as "orderId", newest.user_id as "userId", market_id as "marketId", side, status, amount, executed,
    executed_value as "executedValue", stop_price as "stopPrice", seq, of_user as "eventsOfUser"
  from newest cross join lateral (select * from orders where orders.id = order_id offset 0) as o
  order by at, o.id`

/** The amounts that these entries returned to their owners, by "entry owner". */
async function readReleased(database: Queryable, seqs: readonly bigint[]): Promise<ReadonlyMap<string, bigint>> {
  if (seqs.length === 0) return new Map()
  const rows = await database.query<{ seq: bigint; owner_id: bigint; released: bigint }>(
    `select seq, owner_id, sum(amount) as released from postings
     where seq = any ($1::bigint[]) and bucket = 'available' group by seq, owner_id`,
    [seqs],
  )
  return new Map(rows.map(({ seq, owner_id, released }) => [`${seq} ${owner_id}`, released]))
}

const rowOf = rowAs<Omit<OrderEvent, 'released'>>('orderId', 'userId', 'eventsOfUser')
const eventOf = ({ seq: _, ...row }: Columns, released: bigint): OrderEvent => ({
  ...rowOf(row),
  released: amount(released),
})

/** Advances the cursor. @returns false if another process has moved it since it was read */
export const moveOrderCursor = (
  tx: Queryable,
  { before, after }: Pick<OrderEvents, 'before' | 'after'>,
): Promise<boolean> =>
  hasRows(
    tx,
    `update order_notice_cursor set last_trade_id = $3, last_seq = $4
     where id = 1 and last_trade_id = $1 and last_seq = $2 returning id`,
    [before.lastTradeId, before.lastSeq, after.lastTradeId, after.lastSeq],
  )
