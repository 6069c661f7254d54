-- Since when the market maker is off in a market, and the operator who switched it off; without one it was the stop of the day's losses.
-- Where it was never on there is no time.
alter table maker_strategies
  add column off_since timestamptz,
  add column off_by bigint references users;
update maker_strategies set off_since = last.at, off_by = last.operator_id
  from markets, lateral (
    select at, operator_id from audit_log
      where kind in ('MARKET_MAKER_SWITCHED', 'MAKER_STOPPED') and details::json->>'market' = markets.symbol
      order by id desc limit 1
  ) last
  where markets.id = maker_strategies.market_id and not maker_strategies.enabled;
