import { ownerIdOf } from '#domain/ledger.ts'
import type { Market } from '#domain/market.ts'
import type { Queryable } from '#server/store/database.ts'

const USERS = 1_000
const FIRST_USER = 1_000_001
const LEVELS = 2_500
/** 0.01 gram each. */
const AMOUNT = 10_000

/**
 * Open orders of a gold market that nobody has placed: SQL writes them in bulk, with the balances and postings that the ledger check
 * demands. Half of them buy at 1,000,000 Toman and somewhat more, half sell from 20,000,000 on: the load trades between
 * them. No exchange may have the database open.
 */
export async function writeRestingOrders(
  database: Queryable,
  { count, market }: { count: number; market: Pick<Market, 'id' | 'base' | 'quote'> },
): Promise<void> {
  const { id, base, quote } = market
  // A unit of gold and one of Toman are both a millionth.
  await database.query(
    `insert into orders (id, user_id, market_id, side, kind, status, unit_price, amount, executed, executed_value, held, wage,
        fee_ppm, maker_fee_ppm, client_order_id, created_at)
      select last + i, $1 + i % $2, $3::smallint, side::side, 'LIMITED', 'IS_OPEN', price * 100000000::numeric, $5::integer, 0, 0,
        case side when 'BUY' then $5 * price else $5 end, 0, 4000, 4000, 'resting-' || i, now()
      from (select coalesce(max(id), 0) as last from orders) as before, generate_series(1, $4::integer) as i,
        lateral (select case i % 2 when 0 then 'BUY' else 'SELL' end as side) as sides,
        lateral (select (case side when 'BUY' then 1000000 else 20000000 end + i / 2 % $6 * 1000)::numeric as price) as prices`,
    [FIRST_USER, USERS, id, count, AMOUNT, LEVELS],
  )
  await database.query(
    `with blocked as (
        select user_id, case side when 'BUY' then $2 else $1 end::smallint as coin_id, sum(held) as amount
        from orders where user_id >= $3 group by 1, 2
      ), given as (
        select coin_id, sum(amount) as amount from blocked group by coin_id
      ), posted as (
        select user_id as owner_id, 'blocked'::bucket as bucket, coin_id, amount from blocked
        union all select $4::bigint, 'available', coin_id, -amount from given
      ), entry as (
        insert into ledger_entries (seq, at, kind, reference, accounts, amounts)
        select (select coalesce(max(seq), 0) + 1 from ledger_entries), now(), 'credit', 'resting-orders',
          array_agg(owner_id * 65536 + coin_id * 2 + case bucket when 'blocked' then 1 else 0 end), array_agg(amount)
        from posted
      )
      insert into balances (owner_id, coin_id, available, blocked)
      select user_id, coin_id, 0, amount from blocked union all select $4::bigint, coin_id, -amount, 0 from given
      on conflict (owner_id, coin_id) do update set available = balances.available + excluded.available`,
    [base.id, quote.id, FIRST_USER, ownerIdOf('hot/ERC20')],
  )
  await database.query('analyze')
}
