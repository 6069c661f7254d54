-- The rules of the house: when its markets trade, what it charges, and how far it goes itself.

create type market_hours as enum ('always', 'working');
alter table markets add column hours market_hours not null default 'always';
update markets set hours = 'working'
  from coins where coins.id = markets.base_coin_id and coins.symbol = 'GOLD';

-- What operators have ordered; a halt without an end stands.
create type halt_kind as enum ('halted', 'cancel-only');
create table market_halts (
  id bigint generated always as identity primary key,
  market_id smallint not null references markets,
  kind halt_kind not null,
  reason_fa text not null,
  reason_en text not null,
  begun_at timestamptz not null,
  ended_at timestamptz
);
create unique index market_halts_standing on market_halts (market_id) where ended_at is null;

-- Days on which the house rests, beside Fridays, as the Jalali calendar names them: "14050101".
-- Those of the solar calendar are known for years; those of the moon are entered when they are announced.
create table holidays (
  day text primary key check (day ~ '^1[34]\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$')
);
insert into holidays (day)
  select year || day
  from generate_series(1405, 1415) as year
  cross join unnest(array['0101', '0102', '0103', '0104', '0112', '0113', '0314', '0315', '1122', '1229']) as day;

-- Who meets a resting order pays taker_ppm, whose order rested pays maker_ppm; fee_ppm, the greater of the two, is the one shown.
alter table account_levels
  add column maker_ppm integer not null default 0 check (maker_ppm between 0 and 1000000),
  add column taker_ppm integer not null default 0 check (taker_ppm between 0 and 1000000);
update account_levels set taker_ppm = fee_ppm, maker_ppm = case level
  when 'VIP_1' then 3000 when 'VIP_2' then 2500 when 'VIP_3' then 2000 when 'VIP_4' then 1500 else 0 end;
alter table account_levels
  alter column maker_ppm drop default,
  alter column taker_ppm drop default,
  add check (fee_ppm = greatest(maker_ppm, taker_ppm));

-- An order keeps the rates and the inviter that it was placed with; fee_ppm is what it pays as a taker.
alter table orders
  add column maker_fee_ppm integer not null default 0 check (maker_fee_ppm >= 0),
  add column inviter_id bigint;
update orders set maker_fee_ppm = fee_ppm;
alter table orders alter column maker_fee_ppm drop default;

-- Toman per quote coin at the time of the trade; null where the quote is Toman itself, or nobody knew.
alter table trades add column quote_in_toman numeric(38, 0) check (quote_in_toman > 0);

-- The part of a trade's fee that went to whoever invited the one who paid it, worth so many Toman at that time.
create table referral_rewards (
  trade_id bigint not null,
  inviter_id bigint not null,
  invitee_id bigint not null check (invitee_id <> inviter_id),
  coin_id smallint not null,
  amount numeric(38, 0) not null check (amount > 0),
  value_in_toman numeric(38, 0) check (value_in_toman >= 0),
  primary key (trade_id, invitee_id)
);
create index referral_rewards_by_inviter on referral_rewards (inviter_id);

-- What each user has traded on each day (of UTC), taken and made, in Toman's base units: the sum of his trades up to the last one
-- counted. Levels go by it.
create table trade_volumes (
  user_id bigint not null,
  day date not null,
  volume numeric(38, 0) not null check (volume >= 0),
  primary key (user_id, day)
);
create table counted_trades (
  id smallint primary key check (id = 1),
  last_trade_id bigint not null
);
insert into counted_trades values (1, 0);

-- How far the house goes with quick trades: its inventory of a coin stays between the two.
alter table coins
  add column inventory_min numeric(38, 0) not null default 0,
  add column inventory_max numeric(38, 0) not null default 99999999999999999999999999999999999999,
  add check (inventory_min <= inventory_max);
alter table coins alter column inventory_max drop default;

-- Coins on their way to an address outside. What is to leave is held under hold_reference until it has left or is given back; of it
-- the network's fee is kept, and the rest is sent.
create type withdrawal_status as enum ('RAISED_BY_USER', 'CONFIRMED', 'UNCONFIRMED');
create table withdrawals (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  coin_id smallint not null,
  token_type text not null,
  address text not null,
  amount numeric(38, 0) not null check (amount > 0),
  network_fee numeric(38, 0) not null check (network_fee >= 0 and network_fee < amount),
  hold_reference text not null unique,
  -- The quick trade that bought what leaves.
  order_id bigint,
  status withdrawal_status not null default 'RAISED_BY_USER',
  created_at timestamptz not null
);
create index withdrawals_by_user on withdrawals (user_id, id desc);

-- How the house's own market maker quotes each market; read again every few seconds. Shares are of the middle price.
create table maker_strategies (
  market_id smallint primary key references markets,
  -- The switch that takes its quotes off a market.
  enabled boolean not null,
  half_spread_ppm integer not null check (half_spread_ppm between 1 and 500000),
  step_ppm integer not null check (step_ppm between 1 and 500000),
  levels smallint not null check (levels between 1 and 100),
  -- Worth of the nearest level, in base units of the quote coin.
  level_worth numeric(38, 0) not null check (level_worth > 0),
  refresh_ms integer not null check (refresh_ms between 0 and 3600000),
  -- Both sides move by so much when its inventory of the base coin stands a whole band from the target: down when it has too much.
  skew_ppm integer not null check (skew_ppm between 0 and 500000),
  inventory_target numeric(38, 0) not null check (inventory_target >= 0),
  inventory_band numeric(38, 0) not null check (inventory_band > 0),
  check (skew_ppm <= half_spread_ppm)
);
