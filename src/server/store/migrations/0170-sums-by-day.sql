-- What operators ask of the trades of days is kept as sums by day of Tehran and market, which are brought up to counted_trades.last_trade_id
-- together with trade_volumes. Fees are in the coin that they were taken in. The public columns leave out what the operator's accounts trade
-- with each other; worth is in Toman's base units at the prices of the time.
create table market_days (
  day date not null,
  market_id smallint not null,
  base_fees numeric(38, 0) not null,
  base_fee_trades bigint not null,
  quote_fees numeric(38, 0) not null,
  quote_fee_trades bigint not null,
  public_trades bigint not null,
  public_value numeric(38, 0) not null,
  public_worth numeric(38, 0) not null,
  public_fee_worth numeric(38, 0) not null,
  primary key (day, market_id)
);
insert into market_days
  with operators as (
    select id from users where house_name is not null
  ), made as (
    select ((t.at at time zone 'UTC') + interval '3 hours 30 minutes')::date as day, t.market_id, t.value, t.unit_price,
      case when t.taker_side = 'BUY' then t.taker_fee else t.maker_fee end as base_fee,
      case when t.taker_side = 'BUY' then t.maker_fee else t.taker_fee end as quote_fee,
      t.taker_user_id not in (select id from operators)
        or t.maker_order_id is not null and t.maker_user_id not in (select id from operators) as is_public,
      case when quote.symbol = 'TOMAN' then 1 else t.quote_in_toman * 10::numeric ^ toman.decimals end as rate,
      case when quote.symbol = 'TOMAN' then 1 else 10::numeric ^ (8 + quote.decimals) end as rate_scale,
      10::numeric ^ quote.decimals as quote_scale, 10::numeric ^ (8 + base.decimals) as base_scale
    from trades t join markets m on m.id = t.market_id join coins as base on base.id = m.base_coin_id
      join coins as quote on quote.id = m.quote_coin_id join coins as toman on toman.symbol = 'TOMAN'
    where t.id <= (select last_trade_id from counted_trades)
  )
  select day, market_id, sum(base_fee), count(*) filter (where base_fee > 0), sum(quote_fee), count(*) filter (where quote_fee > 0),
    count(*) filter (where is_public), coalesce(sum(value) filter (where is_public), 0),
    coalesce(sum(div(value * rate, rate_scale)) filter (where is_public), 0),
    coalesce(sum(div((quote_fee + div(base_fee * unit_price * quote_scale, base_scale)) * rate, rate_scale)) filter (where is_public), 0)
  from made group by day, market_id;

-- All of it stands in the days.
drop table market_totals;
