-- Up to which trade the minutes are written: a start reads the trades behind it, and none before.
insert into candles (market_id, width_seconds, sandbox, opens_at, open, high, low, close, volume)
select market_id, 60, false, date_trunc('minute', at),
  (array_agg(unit_price order by id))[1], max(unit_price), min(unit_price),
  (array_agg(unit_price order by id desc))[1], sum(amount)
from trades
where maker_order_id is not null and at >= date_trunc('minute', (
  select coalesce(max(opens_at) - interval '15 minutes', '1970-01-01T00:00:00Z')
  from candles where width_seconds = 60 and not sandbox))
group by market_id, date_trunc('minute', at)
on conflict (market_id, width_seconds, sandbox, opens_at) do update set open = excluded.open, high = excluded.high,
  low = excluded.low, close = excluded.close, volume = excluded.volume;

create table candle_progress (
  id smallint primary key check (id = 1),
  last_trade_id bigint not null,
  -- Of that trade: an older minute never changes again.
  at timestamptz not null
);
insert into candle_progress
  select 1, coalesce((select max(id) from trades), 0), coalesce((select at from trades order by id desc limit 1), '1970-01-01T00:00:00Z');
