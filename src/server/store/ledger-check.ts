import type { Queryable } from './database.ts'

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

/** Each finds rows that must not exist. */
const CHECKS = [
  {
    fault: (row: Row) =>
      `owner ${row.owner_id}, coin ${row.coin_id}: the ${row.bucket} balance is ${row.balance}, its postings say ${row.posted}`,
    sql: `
      with posted as (
        select owner_id, coin_id, bucket, sum(amount) as posted from postings group by owner_id, coin_id, bucket
      ), kept as (
        select owner_id, coin_id, 'available'::bucket as bucket, available as balance from balances
        union all select owner_id, coin_id, 'blocked'::bucket, blocked from balances
      )
      select owner_id, coin_id, bucket, coalesce(balance, 0) as balance, coalesce(posted, 0) as posted
      from kept full join posted using (owner_id, coin_id, bucket)
      where coalesce(balance, 0) <> coalesce(posted, 0) limit 100`,
  },
  {
    fault: (row: Row) =>
      `owner ${row.owner_id}, coin ${row.coin_id}: ${row.blocked} is blocked, open orders and holds need ${row.needed}`,
    sql: `
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
    fault: (row: Row) => `entry ${row.seq}, coin ${row.coin_id}: the postings sum to ${row.sum}`,
    sql: `select seq, coin_id, sum(amount) as sum from postings group by seq, coin_id having sum(amount) <> 0 limit 100`,
  },
  {
    fault: (row: Row) =>
      `entry ${row.seq}: an account of owner ${row.owner_id}, coin ${row.coin_id} stands in it twice`,
    sql: `select seq, owner_id, coin_id from postings group by seq, owner_id, coin_id, bucket having count(*) > 1 limit 100`,
  },
  {
    fault: (row: Row) => `posting of entry ${row.seq} without the entry`,
    sql: `select distinct seq from postings where not exists (select from ledger_entries where ledger_entries.seq = postings.seq) limit 100`,
  },
  {
    fault: (row: Row) => `order ${row.id}: executed ${row.executed}, its trades say ${row.traded}`,
    sql: `
      with sides as (
        select taker_order_id as id, amount from trades
        union all select maker_order_id, amount from trades where maker_order_id is not null
      ), traded as (
        select id, sum(amount) as traded from sides group by id
      )
      select id, executed, coalesce(traded, 0) as traded from orders left join traded using (id)
      where executed <> coalesce(traded, 0) limit 100`,
  },
  {
    fault: (row: Row) => `order ${row.id}: traded worth ${row.executed_value}, its trades say ${row.worth}`,
    sql: `
      with sides as (
        select taker_order_id as id, value from trades
        union all select maker_order_id, value from trades where maker_order_id is not null
      ), traded as (
        select id, sum(value) as worth from sides group by id
      )
      select id, executed_value, coalesce(worth, 0) as worth from orders left join traded using (id)
      where executed_value <> coalesce(worth, 0) limit 100`,
  },
  {
    fault: (row: Row) =>
      `coin ${row.coin_id}: the house took fees of ${row.posted}, its trades less their rewards say ${row.agreed}`,
    sql: `
      with sides as (
        select market_id, taker_side as side, taker_fee as fee from trades
        union all select market_id, case taker_side when 'BUY' then 'SELL'::side else 'BUY' end, maker_fee from trades
      ), parts as (
        select case side when 'BUY' then base_coin_id else quote_coin_id end as coin_id, fee as part
        from sides join markets on markets.id = market_id
        union all select coin_id, -amount from referral_rewards
      ), agreed as (
        select coin_id, sum(part) as agreed from parts group by coin_id
      ), posted as (
        select coin_id, sum(amount) as posted from postings where owner_id = -1 and amount > 0 group by coin_id
      )
      select coin_id, coalesce(posted, 0) as posted, coalesce(agreed, 0) as agreed from posted full join agreed using (coin_id)
      where coalesce(posted, 0) <> coalesce(agreed, 0) limit 100`,
  },
  {
    fault: (row: Row) => `trade ${row.trade_id}: ${row.invitee_id}'s fee was ${row.fee}, his inviter got ${row.amount}`,
    sql: `
      with fees as (
        select trade_id, invitee_id, referral_rewards.amount,
          case invitee_id when taker_user_id then taker_fee when maker_user_id then maker_fee end as fee
        from referral_rewards left join trades on trades.id = trade_id
      )
      select * from fees where fee is null or amount <> div(fee * 30, 100) limit 100`,
  },
  {
    fault: (row: Row) => `withdrawal ${row.id} of ${row.amount} is ${row.status}, what was held for it is ${row.hold}`,
    sql: `
      select id, withdrawals.amount, withdrawals.status, concat_ws(' ', holds.amount, holds.status) as hold
      from withdrawals left join holds on reference = hold_reference and holds.user_id = withdrawals.user_id
        and holds.coin_id = withdrawals.coin_id and holds.amount = withdrawals.amount
      where reference is null
        or (withdrawals.status = 'CONFIRMED' and holds.status <> 'SETTLED')
        or (withdrawals.status = 'UNCONFIRMED' and holds.status <> 'RELEASED') limit 100`,
  },
  {
    fault: (row: Row) =>
      `deposit ${row.id} of ${row.amount} is ${row.status}, the ledger credited ${row.credited} to its owner`,
    sql: `
      with credited as (
        select reference, owner_id, sum(amount) as credited from ledger_entries join postings using (seq)
        where kind = 'credit' and reference like 'deposit/%' and owner_id > 0 group by reference, owner_id
      )
      select id, amount, status, coalesce(credited, 0) as credited
      from toman_deposits left join credited on reference = 'deposit/' || id and owner_id = user_id
      where (status = 'CONFIRMED' and amount is distinct from credited)
        or (status = 'UNCONFIRMED' and fault is null and credited is not null)
        or (status <> 'CONFIRMED' and credited <> amount) limit 100`,
  },
] as const

type Row = Readonly<Record<string, unknown>>

/** Proves that every unit is where the ledger says: coins sum to zero, balances are their postings, holds are explained. */
export async function checkLedger(database: Queryable): Promise<LedgerReport> {
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
  for (const { sql, fault } of CHECKS) faults.push(...(await database.query<Row>(sql)).map(fault))
  return { totals, faults }
}
