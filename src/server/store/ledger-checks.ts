import { ownersOf } from '#domain/ledger.ts'
import type { SqlValue } from './database.ts'

/** The proven extent of the ledger: the rows up to these numbers, and the sums of them in the `proven_…` tables. */
export interface LedgerPoint {
  readonly seq: bigint
  readonly tradeId: bigint
  readonly orderId: bigint
}

export type FaultRow = Readonly<Record<string, unknown>>

interface Finding {
  readonly fault: (row: FaultRow) => string
  /** Finds rows that must not exist. */
  readonly sql: string
}

/** Checks rows that never change once committed: those after one point and up to another. */
export interface SliceCheck extends Finding {
  readonly values: (from: LedgerPoint, to: LedgerPoint) => readonly SqlValue[]
}

/**
 * Compares the rows that the writer changes in place with the proven sums and the rows after the proven point. One statement sees one
 * state, so there are no false alarms while the writer goes on. `$1` and `$2` are the page of `key`: above the first and up to the second.
 */
export interface Comparison extends Finding {
  readonly table: string
  readonly key: string
  /** The values after those of the page. */
  readonly values: (point: LedgerPoint) => readonly SqlValue[]
}

const entries = (from: LedgerPoint, to: LedgerPoint) => [from.seq, to.seq]
const trades = (from: LedgerPoint, to: LedgerPoint) => [from.tradeId, to.tradeId]
const nothing = () => []

export const SLICE_CHECKS: readonly SliceCheck[] = [
  {
    fault: (row) => `entry ${row.seq}, coin ${row.coin_id}: the postings sum to ${row.sum}`,
    sql: `select seq, coin_id, sum(amount) as sum from postings where seq > $1 and seq <= $2
      group by seq, coin_id having sum(amount) <> 0 limit 100`,
    values: entries,
  },
  {
    fault: (row) => `entry ${row.seq}: an account of owner ${row.owner_id}, coin ${row.coin_id} stands in it twice`,
    sql: `select seq, owner_id, coin_id from postings where seq > $1 and seq <= $2
      group by seq, owner_id, coin_id, bucket having count(*) > 1 limit 100`,
    values: entries,
  },
  {
    // Both move nothing but coins outside: of wallets, banks, gateways, and of the network fees paid from them.
    fault: (row) => `entry ${row.seq}: a ${row.kind} moves money of owner ${row.owner_id}`,
    sql: `select seq, kind, account >> 16 as owner_id from ledger_entries cross join lateral unnest(accounts) as account
      where seq > $1 and seq <= $2 and kind in ('sweep', 'fee') and account >> 16 not between -999 and -100 limit 100`,
    values: entries,
  },
  {
    fault: (row) =>
      `trade ${row.trade_id}: ${row.invitee_id}'s fee was ${row.fee}, his inviter got ${row.amount}, and ${row.friend_amount} went back`,
    sql: `
      with fees as (
        select trade_id, invitee_id, rewards.amount, friend_amount, coalesce(friend_share_ppm, 0) as friend_share,
          case invitee_id when taker_user_id then taker_fee when maker_user_id then maker_fee end as fee
        from referral_rewards as rewards left join trades on trades.id = trade_id left join orders
          on orders.id = case invitee_id when taker_user_id then taker_order_id when maker_user_id then maker_order_id end
        where trade_id > $1 and trade_id <= $2
      )
      select * from fees where fee is null or amount <> div(fee * (300000 - friend_share), 1000000)
        or friend_amount <> div(fee * friend_share, 1000000) limit 100`,
    values: trades,
  },
  {
    fault: (row) =>
      `deposit ${row.id} of ${row.amount} is ${row.status}, the ledger credited ${row.credited} to its owner`,
    sql: `
      with credits as (
        select seq, substring(reference from '^deposit/(\\d{1,18})$')::bigint as id from ledger_entries
        where kind = 'credit' and seq > $1 and seq <= $2
      ), credited as (
        select id, sum(postings.amount) filter (where owner_id = user_id) as credited
        from credits join toman_deposits using (id) join postings on postings.seq = credits.seq
        where postings.seq > $1 and postings.seq <= $2 group by id
      )
      select id, amount, status, coalesce(credited, 0) as credited from credited join toman_deposits using (id)
      where credited is distinct from amount or (status = 'UNCONFIRMED' and fault is null) limit 100`,
    values: entries,
  },
]

/** The fees posted to the exchange, compared with those of its trades minus their rewards, by coin; a coin may appear several times. */
const feesWhere = ({ postings, trades, rewards }: Readonly<Record<'postings' | 'trades' | 'rewards', string>>) => `
  select coin_id, sum(amount) as posted, 0 as agreed from postings where owner_id = -1 and amount > 0 and ${postings} group by coin_id
  union all select case side when 'BUY' then base_coin_id else quote_coin_id end, 0, sum(fee) from (
    select market_id, taker_side as side, taker_fee as fee from trades where ${trades}
    union all select market_id, case taker_side when 'BUY' then 'SELL'::side else 'BUY' end, maker_fee from trades where ${trades}
  ) as sides join markets on markets.id = market_id group by 1
  union all select coin_id, 0, -sum(amount + friend_amount) from referral_rewards where ${rewards} group by coin_id`

export const COMPARISONS: readonly Comparison[] = [
  {
    table: 'balances',
    key: 'owner_id',
    fault: (row) =>
      `owner ${row.owner_id}, coin ${row.coin_id}: the ${row.bucket} balance is ${row.balance}, its postings say ${row.posted}`,
    sql: `
      with kept as (
        select owner_id, coin_id, available, blocked from balances where owner_id > $1 and owner_id <= $2
      ), moved as (
        select owner_id, coin_id, available, blocked from proven_balances where owner_id > $1 and owner_id <= $2
        union all select owner_id, coin_id, case bucket when 'available' then amount else 0 end,
          case bucket when 'blocked' then amount else 0 end
        from postings where seq > $3 and owner_id > $1 and owner_id <= $2
      ), posted as (
        select owner_id, coin_id, sum(available) as available, sum(blocked) as blocked from moved group by owner_id, coin_id
      )
      select owner_id, coin_id, bucket, coalesce(balance, 0) as balance, coalesce(posted, 0) as posted
      from kept full join posted using (owner_id, coin_id) cross join lateral (values
        ('available', kept.available, posted.available), ('blocked', kept.blocked, posted.blocked)
      ) as buckets (bucket, balance, posted)
      where coalesce(balance, 0) <> coalesce(posted, 0) limit 100`,
    values: ({ seq }) => [seq],
  },
  {
    table: 'balances',
    key: 'owner_id',
    fault: (row) =>
      `owner ${row.owner_id}, coin ${row.coin_id}: ${row.blocked} is blocked, open orders and holds need ${row.needed}`,
    sql: `
      with kept as (
        select owner_id, coin_id, blocked from balances where owner_id > $1 and owner_id <= $2
      ), needs as (
        select user_id as owner_id, case side when 'BUY' then quote_coin_id else base_coin_id end as coin_id, held as needed
        from orders join markets on markets.id = market_id
        where status in ('IS_OPEN', 'PENDING') and user_id > $1 and user_id <= $2
        union all select user_id, coin_id, amount - settled from holds where status = 'HELD' and user_id > $1 and user_id <= $2
      ), needed as (
        select owner_id, coin_id, sum(needed) as needed from needs group by owner_id, coin_id
      )
      select owner_id, coin_id, coalesce(blocked, 0) as blocked, coalesce(needed, 0) as needed
      from kept full join needed using (owner_id, coin_id) where coalesce(blocked, 0) <> coalesce(needed, 0) limit 100`,
    values: nothing,
  },
  {
    table: 'holds',
    key: 'user_id',
    fault: (row) => `hold ${row.reference}: settled ${row.settled}, its settlements say ${row.paid}`,
    sql: `
      select holds.reference, settled, coalesce(paid, 0) as paid from holds cross join lateral (
        select sum(amount) as paid from ledger_entries cross join lateral unnest(accounts, amounts) as posting (account, amount)
        where kind = 'settle' and ledger_entries.reference = holds.reference and account < 0
      ) as settlements where user_id > $1 and user_id <= $2 and settled <> coalesce(paid, 0) limit 100`,
    values: nothing,
  },
  {
    table: 'proven_orders',
    key: 'id',
    fault: (row) =>
      row.executed === row.traded
        ? `order ${row.id}: traded worth ${row.executed_value}, its trades say ${row.worth}`
        : `order ${row.id}: executed ${row.executed}, its trades say ${row.traded}`,
    sql: `
      with sides as (
        select id, executed as amount, executed_value as value from proven_orders where id > $1 and id <= $2
        union all select taker_order_id, amount, value from trades where id > $3 and taker_order_id > $1 and taker_order_id <= $2
        union all select maker_order_id, amount, value from trades where id > $3 and maker_order_id > $1 and maker_order_id <= $2
      ), traded as (
        select id, sum(amount) as traded, sum(value) as worth from sides group by id
      )
      select id, executed, traded, executed_value, worth from traded left join orders using (id)
      where (executed, executed_value) is distinct from (traded, worth) limit 100`,
    values: ({ tradeId }) => [tradeId],
  },
  {
    table: 'coins',
    key: 'id',
    fault: (row) =>
      `coin ${row.coin_id}: the exchange took fees of ${row.posted}, its trades less their rewards say ${row.agreed}`,
    sql: `
      select coin_id, sum(posted) as posted, sum(agreed) as agreed from (
        table proven_fees union all ${feesWhere({ postings: 'seq > $3', trades: 'id > $4', rewards: 'trade_id > $4' })}
      ) as fees where coin_id > $1::bigint and coin_id <= $2::bigint group by coin_id having sum(posted) <> sum(agreed) limit 100`,
    values: ({ seq, tradeId }) => [seq, tradeId],
  },
  {
    table: 'coins',
    key: 'id',
    fault: (row) => `coin ${row.coin_id}: there is no account ${row.owner_id}`,
    sql: `
      select coin_id, owner_id from balances where owner_id <= 0 and owner_id <> all ($3::bigint[])
        and coin_id > $1::bigint and coin_id <= $2::bigint limit 100`,
    values: () => [ownersOf()],
  },
  {
    table: 'withdrawals',
    key: 'id',
    fault: (row) => `withdrawal ${row.id} of ${row.amount} is ${row.state}, what was held for it is ${row.hold}`,
    sql: `
      select id, withdrawals.amount, state, concat_ws(' ', holds.amount, holds.status) as hold
      from withdrawals left join holds on reference = hold_reference and holds.user_id = withdrawals.user_id
        and holds.coin_id = withdrawals.coin_id and holds.amount = withdrawals.amount
      where id > $1 and id <= $2 and (reference is null
        or (state = 'CONFIRMED' and holds.status <> 'SETTLED')
        or (state in ('CANCELLED', 'REFUSED', 'FAILED') and holds.status <> 'RELEASED')) limit 100`,
    values: nothing,
  },
  {
    table: 'toman_deposits',
    key: 'id',
    fault: (row) =>
      `deposit ${row.id} of ${row.amount} is ${row.status}, the ledger credited ${row.credited} to its owner`,
    sql: `
      select id, amount, status,
        (select coalesce(sum(amount), 0) from postings where postings.seq = credit.seq and owner_id = user_id) as credited
      from toman_deposits left join ledger_entries as credit on credit.kind = 'credit' and reference = 'deposit/' || id
      where id > $1 and id <= $2 and ((status = 'CONFIRMED' and seq is null)
        or (status = 'UNCONFIRMED' and fault is null and seq is not null)
        or (paid_by = 'ANOTHER' and seq is not null)) limit 100`,
    values: nothing,
  },
  {
    table: 'toman_deposits',
    key: 'id',
    fault: (row) =>
      `deposit ${row.id} by another's card is ${row.pay_back}, the ledger holds it since ${row.held} and returned it by ${row.returned}`,
    sql: `
      select id, pay_back, held.seq as held, returned.seq as returned from toman_deposits
        left join ledger_entries as held on held.kind = 'correction' and held.reference = 'deposit/' || id || '/held'
        left join ledger_entries as returned on returned.kind = 'correction' and returned.reference = 'deposit/' || id || '/paid-back'
      where id > $1 and id <= $2 and ((pay_back is not null and held.seq is null) or (pay_back = 'DONE' and returned.seq is null)
        or (returned.seq is not null and (held.seq is null or pay_back is null))) limit 100`,
    values: nothing,
  },
]

/** Adds a slice without faults to the proven sums. */
export const SLICE_SUMS: readonly Pick<SliceCheck, 'sql' | 'values'>[] = [
  {
    sql: `
      insert into proven_balances as proven (owner_id, coin_id, available, blocked)
      select owner_id, coin_id, coalesce(sum(amount) filter (where bucket = 'available'), 0),
        coalesce(sum(amount) filter (where bucket = 'blocked'), 0)
      from postings where seq > $1 and seq <= $2 group by owner_id, coin_id
      on conflict (owner_id, coin_id) do update
        set available = proven.available + excluded.available, blocked = proven.blocked + excluded.blocked`,
    values: entries,
  },
  {
    sql: `
      insert into proven_fees as proven (coin_id, posted, agreed)
      select coin_id, sum(posted), sum(agreed) from (${feesWhere({
        postings: 'seq > $1 and seq <= $2',
        trades: 'id > $3 and id <= $4',
        rewards: 'trade_id > $3 and trade_id <= $4',
      })}) as fees group by coin_id
      on conflict (coin_id) do update set posted = proven.posted + excluded.posted, agreed = proven.agreed + excluded.agreed`,
    values: (from, to) => [...entries(from, to), ...trades(from, to)],
  },
  {
    // Forgets an order once all its trades are proven and it cannot trade any more; all others are kept until then.
    sql: `
      with sides as (
        select taker_order_id as id, amount, value from trades where id > $1 and id <= $2
        union all select maker_order_id, amount, value from trades where id > $1 and id <= $2 and maker_order_id is not null
        union all select id, 0, 0 from orders where id > $3 and id <= $4 and (executed > 0 or executed_value > 0)
      ), traded as (
        select id, sum(amount) as executed, sum(value) as executed_value from sides group by id
      ), totals as (
        select id, traded.executed + coalesce(proven.executed, 0) as executed,
          traded.executed_value + coalesce(proven.executed_value, 0) as executed_value
        from traded left join proven_orders as proven using (id)
      ), settled as (
        select id from totals join orders using (id, executed, executed_value) where status not in ('IS_OPEN', 'PENDING')
      ), forgotten as (
        delete from proven_orders where id in (select id from settled)
      )
      insert into proven_orders (id, executed, executed_value)
      select id, executed, executed_value from totals where id not in (select id from settled)
      on conflict (id) do update set executed = excluded.executed, executed_value = excluded.executed_value`,
    values: (from, to) => [...trades(from, to), from.orderId, to.orderId],
  },
]

/** Orders that left the book after their last trade. */
export const FORGET_SETTLED = `
  delete from proven_orders using orders where orders.id = proven_orders.id and status not in ('IS_OPEN', 'PENDING')
    and (orders.executed, orders.executed_value) = (proven_orders.executed, proven_orders.executed_value)`
