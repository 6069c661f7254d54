/** How far the ledger has been proven: the rows up to these numbers, and what `proven_balances` and `proven_orders` keep of them. */
export interface LedgerPoint {
  readonly seq: bigint
  readonly tradeId: bigint
  readonly orderId: bigint
  /** As SQL text. */
  readonly at: string
}

/** Nothing is taken for proven. */
export const GENESIS: LedgerPoint = { seq: 0n, tradeId: 0n, orderId: 0n, at: '-infinity' }

export type FaultRow = Readonly<Record<string, unknown>>

export interface LedgerCheck {
  readonly fault: (row: FaultRow) => string
  /** Finds rows that must not exist among those after the point. */
  readonly sql: (point: LedgerPoint) => string
}

const bucketsOf = (table: string) => `
  select owner_id, coin_id, 'available'::bucket as bucket, available as amount from ${table}
  union all select owner_id, coin_id, 'blocked'::bucket, blocked from ${table}`

/** What trades say of orders: of those that traded after the point, and of those placed after it, in both columns. */
const traded = ({ seq, tradeId, orderId }: LedgerPoint) => `
  with sides as (
    select taker_order_id as id, amount, value from trades where id > ${tradeId}
    union all select maker_order_id, amount, value from trades where id > ${tradeId} and maker_order_id is not null
    union all select id, 0, 0 from orders where id > ${orderId}
    union all select id, executed, executed_value from proven_orders where ${seq} > 0
  ), traded as (
    select id, sum(amount) as traded, sum(value) as worth from sides group by id
  )`

export const LEDGER_CHECKS: readonly LedgerCheck[] = [
  {
    fault: (row) =>
      `owner ${row.owner_id}, coin ${row.coin_id}: the ${row.bucket} balance is ${row.balance}, its postings say ${row.posted}`,
    sql: ({ seq }) => `
      with kept as (${bucketsOf('balances')}), proven as (${bucketsOf('proven_balances')}), changes as (
        select owner_id, coin_id, bucket, amount from postings where seq > ${seq}
        union all select * from proven where ${seq} > 0
      ), posted as (
        select owner_id, coin_id, bucket, sum(amount) as posted from changes group by owner_id, coin_id, bucket
      )
      select owner_id, coin_id, bucket, coalesce(amount, 0) as balance, coalesce(posted, 0) as posted
      from kept full join posted using (owner_id, coin_id, bucket)
      where coalesce(amount, 0) <> coalesce(posted, 0) limit 100`,
  },
  {
    fault: (row) =>
      `owner ${row.owner_id}, coin ${row.coin_id}: ${row.blocked} is blocked, open orders and holds need ${row.needed}`,
    sql: () => `
      with needs as (
        select user_id as owner_id, case side when 'BUY' then quote_coin_id else base_coin_id end as coin_id, held as needed
        from orders join markets on markets.id = market_id where status in ('IS_OPEN', 'PENDING')
        union all select user_id, coin_id, amount from holds where status = 'HELD'
      ), needed as (
        select owner_id, coin_id, sum(needed) as needed from needs group by owner_id, coin_id
      )
      select owner_id, coin_id, coalesce(blocked, 0) as blocked, coalesce(needed, 0) as needed
      from balances full join needed using (owner_id, coin_id)
      where coalesce(blocked, 0) <> coalesce(needed, 0) limit 100`,
  },
  {
    fault: (row) => `entry ${row.seq}, coin ${row.coin_id}: the postings sum to ${row.sum}`,
    sql: ({ seq }) =>
      `select seq, coin_id, sum(amount) as sum from postings where seq > ${seq} group by seq, coin_id having sum(amount) <> 0 limit 100`,
  },
  {
    fault: (row) => `entry ${row.seq}: an account of owner ${row.owner_id}, coin ${row.coin_id} stands in it twice`,
    sql: ({ seq }) =>
      `select seq, owner_id, coin_id from postings where seq > ${seq} group by seq, owner_id, coin_id, bucket having count(*) > 1 limit 100`,
  },
  {
    fault: (row) => `posting of entry ${row.seq} without the entry`,
    sql: ({ seq }) =>
      `select distinct seq from postings where seq > ${seq} and not exists (select from ledger_entries where ledger_entries.seq = postings.seq) limit 100`,
  },
  {
    fault: (row) => `order ${row.id}: executed ${row.executed}, its trades say ${row.traded}`,
    sql: (point) => `${traded(point)}
      select id, executed, traded from orders join traded using (id) where executed <> traded limit 100`,
  },
  {
    fault: (row) => `order ${row.id}: traded worth ${row.executed_value}, its trades say ${row.worth}`,
    sql: (point) => `${traded(point)}
      select id, executed_value, worth from orders join traded using (id) where executed_value <> worth limit 100`,
  },
  {
    fault: (row) =>
      `coin ${row.coin_id}: the house took fees of ${row.posted}, its trades less their rewards say ${row.agreed}`,
    sql: ({ seq, tradeId }) => `
      with sides as (
        select market_id, taker_side as side, taker_fee as fee from trades where id > ${tradeId}
        union all select market_id, case taker_side when 'BUY' then 'SELL'::side else 'BUY' end, maker_fee from trades
        where id > ${tradeId}
      ), parts as (
        select case side when 'BUY' then base_coin_id else quote_coin_id end as coin_id, fee as part
        from sides join markets on markets.id = market_id
        union all select coin_id, -amount from referral_rewards where trade_id > ${tradeId}
      ), agreed as (
        select coin_id, sum(part) as agreed from parts group by coin_id
      ), posted as (
        select coin_id, sum(amount) as posted from postings where owner_id = -1 and amount > 0 and seq > ${seq}
        group by coin_id
      )
      select coin_id, coalesce(posted, 0) as posted, coalesce(agreed, 0) as agreed from posted full join agreed using (coin_id)
      where coalesce(posted, 0) <> coalesce(agreed, 0) limit 100`,
  },
  {
    fault: (row) => `trade ${row.trade_id}: ${row.invitee_id}'s fee was ${row.fee}, his inviter got ${row.amount}`,
    sql: ({ tradeId }) => `
      with fees as (
        select trade_id, invitee_id, referral_rewards.amount,
          case invitee_id when taker_user_id then taker_fee when maker_user_id then maker_fee end as fee
        from referral_rewards left join trades on trades.id = trade_id where trade_id > ${tradeId}
      )
      select * from fees where fee is null or amount <> div(fee * 30, 100) limit 100`,
  },
  {
    fault: (row) => `withdrawal ${row.id} of ${row.amount} is ${row.status}, what was held for it is ${row.hold}`,
    sql: () => `
      select id, withdrawals.amount, withdrawals.status, concat_ws(' ', holds.amount, holds.status) as hold
      from withdrawals left join holds on reference = hold_reference and holds.user_id = withdrawals.user_id
        and holds.coin_id = withdrawals.coin_id and holds.amount = withdrawals.amount
      where reference is null
        or (withdrawals.status = 'CONFIRMED' and holds.status <> 'SETTLED')
        or (withdrawals.status = 'UNCONFIRMED' and holds.status <> 'RELEASED') limit 100`,
  },
  {
    fault: (row) =>
      `deposit ${row.id} of ${row.amount} is ${row.status}, the ledger credited ${row.credited} to its owner`,
    sql: ({ seq, at }) => `
      with doubtful as (
        select * from toman_deposits where settled_at is null or settled_at >= timestamptz '${at}' - interval '1 day'
          or 'deposit/' || id in (select reference from ledger_entries where kind = 'credit' and seq > ${seq})
      ), credited as (
        select reference, owner_id, sum(amount) as credited from ledger_entries join postings using (seq)
        where kind = 'credit' and reference in (select 'deposit/' || id from doubtful) and owner_id > 0
        group by reference, owner_id
      )
      select id, amount, status, coalesce(credited, 0) as credited
      from doubtful left join credited on reference = 'deposit/' || id and owner_id = user_id
      where (status = 'CONFIRMED' and amount is distinct from credited)
        or (status = 'UNCONFIRMED' and fault is null and credited is not null)
        or (status <> 'CONFIRMED' and credited <> amount) limit 100`,
  },
]
