-- What the bank's side of a coin allows; TOMAN alone has one.
create table bank_limits (
  coin_id smallint primary key references coins,
  min_deposit numeric(38, 0) not null check (min_deposit > 0),
  max_deposit numeric(38, 0) not null check (max_deposit >= min_deposit),
  min_withdraw numeric(38, 0) not null check (min_withdraw > 0),
  max_withdraw numeric(38, 0) not null check (max_withdraw >= min_withdraw)
);

-- Bars of committed trades, a minute each; beside them the made-up past of a sandbox, marked so, in three widths.
create table candles (
  market_id smallint not null references markets,
  width_seconds integer not null check (width_seconds in (60, 900, 3600)),
  sandbox boolean not null,
  opens_at timestamptz not null,
  open numeric(38, 0) not null check (open > 0),
  high numeric(38, 0) not null check (high >= open and high >= close),
  low numeric(38, 0) not null check (low <= open and low <= close and low > 0),
  close numeric(38, 0) not null check (close > 0),
  volume numeric(38, 0) not null check (volume >= 0),
  primary key (market_id, width_seconds, sandbox, opens_at)
);

-- Trades stand almost in order of time, so that this tiny index finds the last day of them.
create index trades_by_time on trades using brin (at) with (pages_per_range = 16);
