-- Coins and markets, the hours of trading, and the rules by which operators run the markets.
-- Amounts are base units of their coin and prices are 10^-8 quote coins, as in src/domain/units.ts.

create table coins (
  id smallint primary key,
  symbol text not null unique,
  code text not null,
  persian_name text not null,
  english_name text not null,
  decimals smallint not null check (decimals between 0 and 18),
  precision smallint not null check (precision between 0 and decimals),
  quick_trade_min numeric(38, 0) not null check (quick_trade_min > 0),
  quick_trade_max numeric(38, 0) not null check (quick_trade_max >= quick_trade_min),
  -- Quick trades keep the exchange's own inventory of the coin between the two.
  inventory_min numeric(38, 0) not null default 0,
  inventory_max numeric(38, 0) not null,
  -- The name of the coin in the feed of dollar prices, so that a coin which is added while the server runs has a price.
  price_source text,
  -- Grows with every change of the coin, its networks and its bank limits: a form is saved over the revision that it was opened with.
  revision integer not null default 1 check (revision > 0),
  check (inventory_min <= inventory_max)
);

create table coin_networks (
  coin_id smallint not null references coins,
  token_type text not null,
  withdrawal_fee numeric(38, 0) not null check (withdrawal_fee >= 0),
  min_withdraw numeric(38, 0) not null,
  max_withdraw numeric(38, 0) not null,
  withdraw_enabled boolean not null,
  deposit_enabled boolean not null,
  tx_id_needed boolean not null,
  primary key (coin_id, token_type)
);

-- The bank's limits of a coin; TOMAN alone has them.
create table bank_limits (
  coin_id smallint primary key references coins,
  min_deposit numeric(38, 0) not null check (min_deposit > 0),
  max_deposit numeric(38, 0) not null check (max_deposit >= min_deposit),
  min_withdraw numeric(38, 0) not null check (min_withdraw > 0),
  max_withdraw numeric(38, 0) not null check (max_withdraw >= min_withdraw)
);

create type market_hours as enum ('always', 'working');

create table markets (
  id smallint primary key,
  symbol text not null unique,
  base_coin_id smallint not null references coins,
  quote_coin_id smallint not null references coins,
  tick numeric(38, 0) not null check (tick > 0),
  min_amount numeric(38, 0) not null check (min_amount > 0),
  max_amount numeric(38, 0) not null check (max_amount >= min_amount),
  active boolean not null,
  protection_band_ppm integer not null check (protection_band_ppm > 0),
  -- A limit price that is worse than the market by more than this asks for a second confirmation: 5 %.
  force_warning_ppm integer not null default 50000 check (force_warning_ppm > 0),
  hours market_hours not null default 'always',
  -- Open orders cost memory and a start reads them all: their number and their least total are bounded for each market.
  min_total numeric(38, 0) not null default 0 check (min_total >= 0),
  open_orders_max integer not null default 200 check (open_orders_max > 0),
  -- A limit price lies between a fifth of the reference price and five times it, whatever is confirmed; the market maker quotes within a
  -- tenth.
  limit_price_min_ppm integer not null default 200000 check (limit_price_min_ppm > 0 and limit_price_min_ppm <= 900000),
  limit_price_max_ppm integer not null default 5000000 check (limit_price_max_ppm >= 1100000),
  revision integer not null default 1 check (revision > 0)
);

-- Halts that operators have ordered; a halt without an end stands.
create type halt_kind as enum ('halted', 'cancel-only');
create table market_halts (
  id bigint generated always as identity primary key,
  market_id smallint not null references markets,
  kind halt_kind not null,
  reason_fa text not null,
  reason_en text not null,
  -- Absent where no operator alone has ordered it, as the halt of a new market.
  ordered_by bigint references users,
  begun_at timestamptz not null,
  -- The time from which the exchange obeys the order: from then on nothing trades against it.
  acknowledged_at timestamptz,
  ended_at timestamptz
);
create unique index market_halts_standing on market_halts (market_id) where ended_at is null;

-- Days on which the exchange rests, beside Fridays, as the Jalali calendar names them: "14050101".
-- Those of the solar calendar are known for years; those of the moon are entered when they are announced.
create table holidays (
  day text primary key check (day ~ '^1[34]\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$'),
  -- The name of a known holiday ("ASHURA"), or the words of the operator who has added it.
  name text
);
insert into holidays (day, name)
  select year || day, name
  from generate_series(1405, 1415) as year
  cross join (values
    ('0101', 'NOWRUZ'), ('0102', 'NOWRUZ'), ('0103', 'NOWRUZ'), ('0104', 'NOWRUZ'), ('0112', 'REPUBLIC'), ('0113', 'NATURE'),
    ('0314', 'KHOMEINI'), ('0315', 'KHORDAD_15'), ('1122', 'REVOLUTION'), ('1229', 'OIL')
  ) as solar (day, name);

-- Grows with every change of coins, markets, halts and holidays. A process reads them again when it has grown, and the exchange ignores rules
-- of an older revision than its own.
create table rules_revision (
  singleton boolean primary key default true check (singleton),
  revision bigint not null
);
insert into rules_revision (revision) values (1);
create function grow_rules_revision() returns trigger language plpgsql as $$
begin
  update rules_revision set revision = revision + 1;
  return null;
end $$;
create trigger coins_are_rules after insert or update or delete on coins for each statement execute function grow_rules_revision();
create trigger coin_networks_are_rules after insert or update or delete on coin_networks
  for each statement execute function grow_rules_revision();
create trigger bank_limits_are_rules after insert or update or delete on bank_limits
  for each statement execute function grow_rules_revision();
create trigger markets_are_rules after insert or update or delete on markets
  for each statement execute function grow_rules_revision();
-- The acknowledgement of a halt is not a rule.
create trigger market_halts_are_rules after insert or update of kind, ended_at or delete on market_halts
  for each statement execute function grow_rules_revision();
create trigger holidays_are_rules after insert or update or delete on holidays
  for each statement execute function grow_rules_revision();

-- The way in which the exchange's own market maker quotes each market, read again every few seconds. Shares are of the middle price.
create table maker_strategies (
  market_id smallint primary key references markets,
  -- A form of a strategy is saved over the version that it was opened with.
  version integer not null default 1 check (version > 0),
  -- The switch that takes the maker's quotes off a market.
  enabled boolean not null,
  -- The maker is off since that time, switched off by that operator, or without an operator by the stop of the day's losses. The time is
  -- absent where the maker was never on.
  off_since timestamptz,
  off_by bigint references users,
  half_spread_ppm integer not null check (half_spread_ppm between 1 and 500000),
  step_ppm integer not null check (step_ppm between 1 and 500000),
  levels smallint not null check (levels between 1 and 100),
  -- The value of the nearest level, in base units of the quote coin.
  level_worth numeric(38, 0) not null check (level_worth > 0),
  refresh_ms integer not null check (refresh_ms between 0 and 3600000),
  -- Both sides move by so much when the inventory of the base coin stands a whole band from the target: down when it is too large.
  skew_ppm integer not null check (skew_ppm between 0 and 500000),
  inventory_target numeric(38, 0) not null check (inventory_target >= 0),
  inventory_band numeric(38, 0) not null check (inventory_band > 0),
  -- The loss that the maker may make in the market within a day, in base units of the quote coin; beyond it the maker is switched off.
  loss_max numeric(38, 0) not null check (loss_max > 0),
  -- Losses of the day count from then, when the maker was switched on.
  counted_from timestamptz,
  check (skew_ppm <= half_spread_ppm)
);
