-- The catalogue, the ledger and the order book.
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
  quick_trade_max numeric(38, 0) not null check (quick_trade_max >= quick_trade_min)
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

create table markets (
  id smallint primary key,
  symbol text not null unique,
  base_coin_id smallint not null references coins,
  quote_coin_id smallint not null references coins,
  tick numeric(38, 0) not null check (tick > 0),
  min_amount numeric(38, 0) not null check (min_amount > 0),
  max_amount numeric(38, 0) not null check (max_amount >= min_amount),
  active boolean not null,
  protection_band_ppm integer not null check (protection_band_ppm > 0)
);

-- Whoever writes for the exchange holds the newest epoch; every batch checks it, so that a second writer cannot commit.
create table leader (
  id smallint primary key check (id = 1),
  epoch bigint not null,
  -- Who took it, by a random name: after a lost connection a writer may renew his own, never another's.
  holder text not null
);
insert into leader values (1, 0, 'nobody');

create type side as enum ('BUY', 'SELL');
create type order_kind as enum ('LIMITED', 'MARKET', 'EXCHANGE');
create type order_status as enum (
  'IS_OPEN', 'FINISHED_WITH_TRANSACTION', 'FINISHED_WITHOUT_TRANSACTION', 'CANCELLED_BY_USER', 'CANCELLED_BY_ADMIN', 'DONE'
);
create type bucket as enum ('available', 'blocked');
create type entry_kind as enum ('credit', 'hold', 'release', 'settle', 'quick_trade', 'order', 'cancel');
create type hold_status as enum ('HELD', 'RELEASED', 'SETTLED');

-- The tables that every batch writes carry no foreign keys: one writer makes their rows, and the ledger check reads them
-- against each other at every start.
create table orders (
  id bigint primary key,
  user_id bigint not null,
  market_id smallint not null,
  side side not null,
  kind order_kind not null,
  status order_status not null,
  unit_price numeric(38, 0) check (unit_price > 0),
  amount numeric(38, 0) not null check (amount > 0),
  executed numeric(38, 0) not null check (executed >= 0 and executed <= amount),
  executed_value numeric(38, 0) not null check (executed_value >= 0),
  held numeric(38, 0) not null check (held >= 0),
  wage numeric(38, 0) not null check (wage >= 0),
  fee_ppm integer not null check (fee_ppm >= 0),
  client_order_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (held = 0 or status = 'IS_OPEN')
);
create index orders_by_user on orders (user_id, id desc);
create index orders_open on orders (id) where status = 'IS_OPEN';

-- A quick trade has no maker order: its maker is the house.
create table trades (
  id bigint primary key,
  market_id smallint not null,
  taker_side side not null,
  unit_price numeric(38, 0) not null check (unit_price > 0),
  amount numeric(38, 0) not null check (amount > 0),
  value numeric(38, 0) not null check (value >= 0),
  taker_order_id bigint not null,
  maker_order_id bigint,
  taker_user_id bigint not null,
  maker_user_id bigint not null,
  taker_fee numeric(38, 0) not null check (taker_fee >= 0),
  maker_fee numeric(38, 0) not null check (maker_fee >= 0),
  at timestamptz not null
);
create index trades_by_market on trades (market_id, id desc);
create index trades_by_taker on trades (taker_user_id, id desc);
create index trades_by_maker on trades (maker_user_id, id desc) where maker_order_id is not null;

-- Money set aside outside the book: a pending withdrawal.
create table holds (
  reference text primary key,
  user_id bigint not null,
  coin_id smallint not null references coins,
  amount numeric(38, 0) not null check (amount > 0),
  status hold_status not null
);
create index holds_held on holds (user_id) where status = 'HELD';

create table ledger_entries (
  seq bigint primary key,
  kind entry_kind not null,
  reference text not null,
  at timestamptz not null
);
-- The last guard against crediting one outside payment twice.
create unique index ledger_credits_once on ledger_entries (reference) where kind = 'credit';

create table postings (
  seq bigint not null,
  owner_id bigint not null,
  coin_id smallint not null,
  bucket bucket not null,
  amount numeric(38, 0) not null check (amount <> 0),
  primary key (seq, owner_id, coin_id, bucket)
);

-- The sum of the postings, kept beside them; owners from -4 down are the sources that may go below zero.
create table balances (
  owner_id bigint not null,
  coin_id smallint not null,
  available numeric(38, 0) not null check (available >= 0 or owner_id <= -4),
  blocked numeric(38, 0) not null check (blocked >= 0),
  primary key (owner_id, coin_id)
);

-- What each money command was answered, for its retries.
create table outcomes (
  user_id bigint not null,
  key text not null,
  fingerprint text not null,
  outcome text not null,
  at timestamptz not null,
  primary key (user_id, key)
);
create index outcomes_by_time on outcomes (at);
