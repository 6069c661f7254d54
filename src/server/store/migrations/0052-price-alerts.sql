-- Prices that users wait for. An alert is deleted in the transaction that tells of it: what is here is open.
create table price_alerts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  market_id smallint not null references markets,
  kind text not null check (kind in ('ABOVE', 'BELOW', 'PERCENT')),
  percent text,
  above numeric(38, 0) check (above > 0),
  below numeric(38, 0) check (below > 0),
  created_at timestamptz not null,
  check (above is not null or below is not null),
  check ((kind = 'PERCENT') = (percent is not null))
);
create index price_alerts_by_user on price_alerts (user_id, id desc);

-- The newest trade up to which every alert was looked at: what a stop has cut off is looked at by the next start.
create table price_alert_cursor (
  id smallint primary key default 1 check (id = 1),
  last_trade_id bigint not null
);
insert into price_alert_cursor (last_trade_id) select coalesce(max(id), 0) from trades;
