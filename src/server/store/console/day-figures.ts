import { toCount } from '#domain/counts.ts'
import { type Amount, amount } from '#domain/units.ts'
import type { Queryable } from '../database.ts'

/** What happened between two moments; money in Toman's base units, at the prices of the time. */
export interface DayFigures {
  readonly trades: number
  readonly volume: Amount
  /** Charged by the exchange, before what inviters get of it. */
  readonly fees: Amount
  readonly users: number
  readonly deposits: number
  readonly deposited: Amount
  /** Toman alone is paid out by bank; of coins only the number is one for all. */
  readonly withdrawals: number
}

interface Columns {
  trades: bigint
  volume: bigint
  fees: bigint
  users: bigint
  deposits: bigint
  deposited: bigint
  withdrawals: bigint
}

/**
 * Trades of the operator's accounts with each other are no trades. A fee was taken of what its party received: a buyer's in the base coin, worth the
 * price of its own trade. A trade in a quote coin whose worth in Toman nobody knew counts for nothing.
 */
export async function readDayFigures(database: Queryable, { from, to }: { from: Date; to: Date }): Promise<DayFigures> {
  const [row] = await database.query<Columns>(
    `with operators as (
      select id from users where house_name is not null
    ), made as (
      select t.value, quote.symbol = 'TOMAN' as in_toman, t.quote_in_toman, quote.decimals as quote_decimals,
        case when t.taker_side = 'BUY' then t.taker_fee else t.maker_fee end as base_fee,
        case when t.taker_side = 'BUY' then t.maker_fee else t.taker_fee end as quote_fee,
        t.unit_price, base.decimals as base_decimals
      from trades t join markets m on m.id = t.market_id join coins as quote on quote.id = m.quote_coin_id
        join coins as base on base.id = m.base_coin_id
      where t.at >= $1 and t.at < $2 and (t.taker_user_id not in (select id from operators)
        or t.maker_order_id is not null and t.maker_user_id not in (select id from operators))
    ), worths as (
      select value, quote_fee + div(base_fee * unit_price * 10::numeric ^ quote_decimals,
          10::numeric ^ (8 + base_decimals)) as fee,
        case when in_toman then 1 else quote_in_toman end as rate, in_toman, quote_decimals from made
    ), sums as (
      select count(*) as trades,
        coalesce(sum(case when in_toman then value
          else div(value * rate * 10::numeric ^ toman.decimals, 10::numeric ^ (8 + quote_decimals)) end), 0) as volume,
        coalesce(sum(case when in_toman then fee
          else div(fee * rate * 10::numeric ^ toman.decimals, 10::numeric ^ (8 + quote_decimals)) end), 0) as fees
      from worths, coins as toman where toman.symbol = 'TOMAN'
    )
    select trades, volume, fees,
      (select count(*) from users where created_at >= $1 and created_at < $2 and role = 'CUSTOMER' and mobile is not null) as users,
      (select count(*) from toman_deposits where status = 'CONFIRMED' and settled_at >= $1 and settled_at < $2) as deposits,
      (select coalesce(sum(amount), 0) from toman_deposits
        where status = 'CONFIRMED' and settled_at >= $1 and settled_at < $2) as deposited,
      (select count(*) from withdrawals where status = 'CONFIRMED' and created_at >= $1 and created_at < $2) as withdrawals
    from sums`,
    [from, to],
  )
  return {
    trades: toCount(row?.trades ?? 0n),
    volume: amount(row?.volume ?? 0n),
    fees: amount(row?.fees ?? 0n),
    users: toCount(row?.users ?? 0n),
    deposits: toCount(row?.deposits ?? 0n),
    deposited: amount(row?.deposited ?? 0n),
    withdrawals: toCount(row?.withdrawals ?? 0n),
  }
}
