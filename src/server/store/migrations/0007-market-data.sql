-- Bars of the markets, for charts.

-- Bars of committed trades, a minute each; beside them the made-up past of a sandbox, marked so, in three widths. Each stretch of that past
-- is recorded once: a wider bar goes where narrower ones stand.
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

-- The trade up to which the minutes are written: a start reads the trades after it, and none before.
create table candle_progress (
  id smallint primary key check (id = 1),
  last_trade_id bigint not null,
  -- The time of that trade: an older minute never changes again.
  at timestamptz not null
);
insert into candle_progress (id, last_trade_id, at) values (1, 0, '1970-01-01T00:00:00Z');

-- The markets that a user has marked, in the order of the marks.
create table favourite_markets (
  user_id bigint not null references users,
  chosen_at timestamptz not null,
  market_id smallint not null references markets,
  primary key (user_id, market_id)
);
