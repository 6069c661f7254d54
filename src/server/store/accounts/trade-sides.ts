/**
 * SQL of what the trades that nobody has counted yet were worth to each of their parties: `user_id`, `at`, and `worth` in Toman's base
 * units, at the price of the time. Where nobody knew that price, a trade counts for nothing. The house is not a party.
 * @param trades a query that gives rows of the table trades
 */
export const tradeSides = (trades: string) => `
  worths as (
    select t.taker_user_id, t.maker_user_id, t.maker_order_id, t.at,
      case when quote.symbol = 'TOMAN' then t.value
        else coalesce(div(t.value * t.quote_in_toman * 10::numeric ^ toman.decimals, 10::numeric ^ (8 + quote.decimals)), 0)
      end as worth
    from (${trades}) as t join markets on markets.id = t.market_id join coins as quote on quote.id = markets.quote_coin_id
      join coins as toman on toman.symbol = 'TOMAN'
  ), sides as (
    select taker_user_id as user_id, at, worth from worths where taker_user_id > 0
    union all
    select maker_user_id, at, worth from worths where maker_user_id > 0 and maker_order_id is not null
  )`
