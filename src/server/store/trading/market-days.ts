import { toCount } from '#domain/counts.ts'
import { type Amount, amount } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { type BulkInsert, columnsOf } from '../rows.ts'

/**
 * The condition for rows that are not counted yet. The subquery is exact; the parameter, possibly older, lets the planner use the index.
 */
export const uncounted = (tradeId: string, lastCounted: string) =>
  `${tradeId} > ${lastCounted}::bigint and ${tradeId} > (select last_trade_id from counted_trades)`

export async function readLastCounted(database: Queryable): Promise<bigint> {
  const [row] = await database.query<{ last_trade_id: bigint }>('select last_trade_id from counted_trades')
  return row?.last_trade_id ?? 0n
}

/** The sums of one market's trades on one day of Tehran. */
export interface MarketDay {
  /** "2026-11-22" */
  readonly day: string
  readonly marketId: number
  /** Each fee is in the coin that its party received: a buyer's in the base coin, a seller's in the quote coin. */
  readonly baseFees: bigint
  readonly baseFeeTrades: number
  readonly quoteFees: bigint
  readonly quoteFeeTrades: number
  /** Excludes trades among the operator's own accounts. */
  readonly publicTrades: number
  readonly publicValue: bigint
  /** In Toman's base units at the prices of the time; zero if they were unknown. */
  readonly publicWorth: bigint
  readonly publicFeeWorth: bigint
}

export const MARKET_DAYS: BulkInsert<MarketDay> = {
  table: 'market_days as kept',
  columns: columnsOf({
    ...{ day: 'date', marketId: 'smallint', baseFees: 'numeric', baseFeeTrades: 'bigint' },
    ...{ quoteFees: 'numeric', quoteFeeTrades: 'bigint', publicTrades: 'bigint', publicValue: 'numeric' },
    ...{ publicWorth: 'numeric', publicFeeWorth: 'numeric' },
  }),
  onConflict: `(day, market_id) do update set base_fees = kept.base_fees + excluded.base_fees,
    base_fee_trades = kept.base_fee_trades + excluded.base_fee_trades, quote_fees = kept.quote_fees + excluded.quote_fees,
    quote_fee_trades = kept.quote_fee_trades + excluded.quote_fee_trades, public_trades = kept.public_trades + excluded.public_trades,
    public_value = kept.public_value + excluded.public_value, public_worth = kept.public_worth + excluded.public_worth,
    public_fee_worth = kept.public_fee_worth + excluded.public_fee_worth`,
}

/** SQL for the day of Tehran of a time column. */
export const dayOf = (at: string) => `((${at} at time zone 'UTC') + interval '3 hours 30 minutes')::date`

/** SQL for the rows of `market_days` that trades add up to. @param trades a query that returns rows of the table trades */
export const marketDaysOf = (trades: string) => `
  select day, market_id, sum(base_fee) as base_fees, count(*) filter (where base_fee > 0) as base_fee_trades,
    sum(quote_fee) as quote_fees, count(*) filter (where quote_fee > 0) as quote_fee_trades,
    count(*) filter (where is_public) as public_trades, coalesce(sum(value) filter (where is_public), 0) as public_value,
    coalesce(sum(div(value * rate, rate_scale)) filter (where is_public), 0) as public_worth,
    coalesce(sum(div((quote_fee + div(base_fee * unit_price * quote_scale, base_scale)) * rate, rate_scale))
      filter (where is_public), 0) as public_fee_worth
  from (
    select ${dayOf('t.at')} as day, t.market_id, t.value, t.unit_price,
      case when t.taker_side = 'BUY' then t.taker_fee else t.maker_fee end as base_fee,
      case when t.taker_side = 'BUY' then t.maker_fee else t.taker_fee end as quote_fee,
      t.taker_user_id not in (select id from users where system_name is not null) or t.maker_order_id is not null
        and t.maker_user_id not in (select id from users where system_name is not null) as is_public,
      case when quote.symbol = 'TOMAN' then 1 else t.quote_in_toman * 10::numeric ^ toman.decimals end as rate,
      case when quote.symbol = 'TOMAN' then 1 else 10::numeric ^ (8 + quote.decimals) end as rate_scale,
      10::numeric ^ quote.decimals as quote_scale, 10::numeric ^ (8 + base.decimals) as base_scale
    from (${trades}) as t join markets on markets.id = t.market_id join coins as base on base.id = markets.base_coin_id
      join coins as quote on quote.id = markets.quote_coin_id join coins as toman on toman.symbol = 'TOMAN'
  ) as made group by day, market_id`

/** SQL for all days of all markets, including what is not counted yet, so that some days appear twice. `$1` is `readLastCounted`. */
const MARKET_DAYS_NOW = `(
    table market_days union all ${marketDaysOf(`select * from trades where ${uncounted('id', '$1')}`)}
  ) as days`

export interface TradesOfDay {
  readonly day: string
  readonly trades: number
  /** In Toman's base units. */
  readonly volume: bigint
  readonly fees: bigint
}

/** The trades of each day from the first to the last one, both included. Days without trades are missing. */
export async function readTradesOfDays(
  database: Queryable,
  { from, to }: { from: string; to: string },
): Promise<TradesOfDay[]> {
  const rows = await database.query<{ day: string; trades: bigint; volume: bigint; fees: bigint }>(
    `select day::text as day, sum(public_trades)::bigint as trades, sum(public_worth) as volume, sum(public_fee_worth) as fees
      from ${MARKET_DAYS_NOW} where day between $2::date and $3::date group by day`,
    [await readLastCounted(database), from, to],
  )
  return rows.map((row) => ({ ...row, trades: toCount(row.trades) }))
}

export interface FeesOfDay {
  readonly day: string
  readonly coinId: number
  readonly fee: bigint
  readonly trades: number
}

/** The fees in each coin on each day from the first to the last one, both included. */
export async function readFeesOfDays(
  database: Queryable,
  { from, to }: { from: string; to: string },
): Promise<FeesOfDay[]> {
  const rows = await database.query<{ day: string; coin_id: number; fee: bigint; trades: bigint }>(
    `select day::text as day, coin_id, sum(fee) as fee, sum(trades)::bigint as trades
      from ${MARKET_DAYS_NOW} join markets on markets.id = market_id
        cross join lateral (values (base_coin_id, base_fees, base_fee_trades), (quote_coin_id, quote_fees, quote_fee_trades))
          as charged (coin_id, fee, trades)
      where day between $2::date and $3::date and fee > 0 group by day, coin_id order by day, coin_id`,
    [await readLastCounted(database), from, to],
  )
  return rows.map(({ coin_id, trades, ...row }) => ({ ...row, coinId: coin_id, trades: toCount(trades) }))
}

export interface StatisticsRows {
  /** People, without the operator's accounts. */
  readonly userCount: number
  /** The number of trades, and their value in the quote coin. */
  readonly markets: readonly { readonly marketId: number; readonly count: number; readonly value: Amount }[]
}

export async function readStatistics(database: Queryable): Promise<StatisticsRows> {
  const [users] = await database.query<{ count: bigint }>(
    `select count(*) from users where mobile is not null and role = 'CUSTOMER'`,
  )
  const rows = await database.query<{ market_id: number; count: bigint; value: bigint }>(
    `select market_id, sum(public_trades)::bigint as count, sum(public_value) as value from ${MARKET_DAYS_NOW} group by market_id
      having sum(public_trades) > 0`,
    [await readLastCounted(database)],
  )
  return {
    userCount: toCount(users?.count ?? 0n),
    markets: rows.map((row) => ({ marketId: row.market_id, count: toCount(row.count), value: amount(row.value) })),
  }
}
