-- Orders, trades, the ledger and the answers: everything that the one writer of the exchange writes, and the proofs of it.
-- Amounts are base units of their coin and prices are 10^-8 quote coins, as in src/domain/units.ts.
-- The tables that every batch writes carry no foreign keys: one writer makes their rows, and the ledger check reads them against each other
-- at every start. Their columns stand in the order of their width, so that no gap precedes one of eight bytes.

-- A writer holds the newest epoch; every batch checks it, so that a second writer cannot commit.
create table leader (
  id smallint primary key check (id = 1),
  epoch bigint not null,
  -- The random name of the writer that took the epoch: after a lost connection a writer may renew its own, never another's.
  holder text not null,
  -- The newest batch that was committed, in this epoch or before; an epoch begins with a number of its own. Batches are sent before those
  -- ahead of them are answered: each names its number, and is refused where the one before it failed.
  batch bigint not null default 0,
  -- The time of the newest commit: no commit of any epoch is older than the one before it.
  at timestamptz not null default '1970-01-01T00:00:00Z'
);
insert into leader (id, epoch, holder) values (1, 0, 'nobody');

create type side as enum ('BUY', 'SELL');
create type order_kind as enum ('LIMITED', 'MARKET', 'EXCHANGE', 'STOP_LIMIT');
create type order_status as enum (
  'PENDING', 'IS_OPEN', 'FINISHED_WITH_TRANSACTION', 'FINISHED_WITHOUT_TRANSACTION', 'CANCELLED_BY_USER',
  'CANCELLED_BY_ADMIN', 'EXPIRED', 'RAISED_BY_USER', 'ACCEPTED', 'DONE', 'FAILED'
);
create type time_in_force as enum ('GTC', 'IOC', 'FOK');
create type self_trade_prevention as enum ('CANCEL_NEWER', 'CANCEL_OLDER', 'CANCEL_BOTH');
create type bucket as enum ('available', 'blocked');
create type entry_kind as enum (
  'credit', 'hold', 'release', 'settle', 'quick_trade', 'order', 'cancel', 'expire', 'amend', 'sweep', 'fee', 'correction'
);
create type hold_status as enum ('HELD', 'RELEASED', 'SETTLED');

-- Every kind of order, its terms, and its whole life cycle as in src/domain/order.ts. Terms that nearly every order has are
-- null, so that its row pays nothing for them. Its trades and entries show when an order last changed.
create table orders (
  id bigint primary key,
  user_id bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- A triggered stop or an amended order comes to the book after this order, and among others like it by this entry: its place in the queue.
  arrived_after bigint,
  arrived_seq bigint,
  -- The other leg of an OCO order.
  linked_order_id bigint,
  -- An order keeps the rates, the inviter and the share that it was placed with. fee_ppm is its rate as a taker; the share is null where
  -- its user gets nothing back.
  inviter_id bigint,
  fee_ppm integer not null check (fee_ppm >= 0),
  maker_fee_ppm integer not null check (maker_fee_ppm >= 0),
  friend_share_ppm integer check (friend_share_ppm > 0 and friend_share_ppm <= 150000),
  side side not null,
  kind order_kind not null,
  status order_status not null,
  time_in_force time_in_force check (time_in_force <> 'GTC'),
  self_trade_prevention self_trade_prevention check (self_trade_prevention <> 'CANCEL_NEWER'),
  market_id smallint not null,
  post_only boolean check (post_only),
  unit_price numeric(38, 0) check (unit_price > 0),
  stop_price numeric(38, 0) check (stop_price > 0),
  -- The stop price and the limit of a waiting order follow the market at this distance.
  trailing_distance numeric(38, 0) check (trailing_distance > 0),
  amount numeric(38, 0) not null check (amount > 0),
  executed numeric(38, 0) not null check (executed >= 0 and executed <= amount),
  executed_value numeric(38, 0) not null check (executed_value >= 0),
  held numeric(38, 0) not null check (held >= 0),
  wage numeric(38, 0) not null check (wage >= 0),
  client_order_id text,
  constraint orders_held_while_open check (held = 0 or status in ('IS_OPEN', 'PENDING'))
);
-- A user's lists are read from the right end of an index that fits all their conditions, so that a page costs what it shows, however long
-- the history is. New ids come to the right end of their user's: pages that grow there stay full, those that grow at the left stay half
-- empty; lists that show the newest first read backwards. Statuses stand in these keys because orders are listed by them; an order is
-- written to either index once. A list of one market is read from the index of the list of all: the market stands at its end, so that rows
-- of other markets are passed over without being read, and so does the side. An index for each market would cost every order and every
-- trade another entry. Days of a list are a range of ids. The index of open orders serves a screen that asks every few seconds, and a
-- cancellation of all.
create index orders_open on orders (user_id, status, id) where status in ('IS_OPEN', 'PENDING');
create index orders_closed on orders (user_id, status, id, market_id, side) where status not in ('IS_OPEN', 'PENDING');
-- Stops are found by the entry that has set them off, and a start continues after the last entry of any order. Few orders have one.
create index orders_by_arrival on orders (arrived_seq) where arrived_seq is not null;
-- An index alone counts a page of a long list only where a vacuum has passed; by default it waits until a fifth of the table is new.
alter table orders set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

-- A quick trade has no maker order: its maker is the exchange.
create table trades (
  id bigint primary key,
  at timestamptz not null,
  taker_order_id bigint not null,
  maker_order_id bigint,
  taker_user_id bigint not null,
  maker_user_id bigint not null,
  taker_side side not null,
  market_id smallint not null,
  unit_price numeric(38, 0) not null check (unit_price > 0),
  amount numeric(38, 0) not null check (amount > 0),
  value numeric(38, 0) not null check (value >= 0),
  taker_fee numeric(38, 0) not null check (taker_fee >= 0),
  maker_fee numeric(38, 0) not null check (maker_fee >= 0),
  -- Toman per quote coin at the time of the trade; null where the quote is Toman itself, or the price was unknown.
  quote_in_toman numeric(38, 0) check (quote_in_toman > 0)
);
-- Only trades of the book are searched by their market: its last price, its newest trades.
create index trades_by_market on trades (market_id, id) where maker_order_id is not null;
create index trades_by_taker on trades (taker_user_id, id, market_id, taker_side) where maker_order_id is not null;
create index trades_by_maker on trades (maker_user_id, id, market_id, taker_side) where maker_order_id is not null;
create index quick_trades_by_user on trades (taker_user_id, id, market_id, taker_side) where maker_order_id is null;
-- The trades of one order: they may lie months apart, so that no list of a user's trades leads to them.
create index trades_of_taker_order on trades (taker_order_id, id);
create index trades_of_maker_order on trades (maker_order_id, id) where maker_order_id is not null;
-- Trades stand almost in order of time, so that this tiny index finds the last day of them.
create index trades_by_time on trades using brin (at) with (pages_per_range = 16);
alter table trades set (autovacuum_vacuum_insert_scale_factor = 0.05);

-- Money set aside outside the book: a pending withdrawal. It leaves in one settlement or in several.
create table holds (
  reference text primary key,
  user_id bigint not null,
  coin_id smallint not null references coins,
  amount numeric(38, 0) not null check (amount > 0),
  -- The part that has left. The rest is blocked while the hold stands, and goes back to the user when it ends.
  settled numeric(38, 0) not null check (settled >= 0 and settled <= amount),
  status hold_status not null,
  constraint holds_end_when_settled check (
    case status when 'HELD' then settled < amount when 'RELEASED' then settled = 0 else settled > 0 end
  )
);
create index holds_by_user on holds (user_id);

-- An entry and its postings are one row: each row costs more to write than what stands in it, and a posting without its entry cannot exist.
-- An account of the ledger is one number, of its owner, its coin and its bucket: one array instead of three, since an array has 24 bytes of
-- its own. The ledger check reads at every start that an account stands once in an entry.
create table ledger_entries (
  seq bigint primary key,
  at timestamptz not null,
  kind entry_kind not null,
  reference text not null,
  -- owner_id * 65536 + coin_id * 2, and one more for what is blocked.
  accounts bigint[] not null,
  amounts numeric(38, 0)[] not null check (0 <> all (amounts)),
  check (cardinality(accounts) = cardinality(amounts))
);
-- The last guard against writing down twice one payment, or one transfer between accounts of the exchange.
create unique index ledger_credits_once on ledger_entries (reference, kind) where kind in ('credit', 'sweep', 'fee', 'correction');
-- The proof finds the settlements of a hold.
create index ledger_settlements on ledger_entries (reference) where kind = 'settle';

create view postings as
  select seq, account >> 16 as owner_id, case account & 1 when 0 then 'available'::bucket else 'blocked'::bucket end as bucket,
    (account >> 1 & 32767)::smallint as coin_id, amount
  from ledger_entries cross join lateral unnest(accounts, amounts) as posting (account, amount);

-- The sum of the postings, kept beside them. The accounts from -4 to -999 mirror what is outside the exchange, or what it lends, and may
-- fall below zero; src/domain/ledger.ts names them.
create table balances (
  owner_id bigint not null,
  coin_id smallint not null,
  available numeric(38, 0) not null check (available >= 0 or owner_id between -999 and -4),
  blocked numeric(38, 0) not null check (blocked >= 0),
  primary key (owner_id, coin_id)
);

-- The balances before an entry of the ledger, the first of a day in Tehran: of each account of the exchange, and of all customers together
-- as owner 0. Reports of old days count from the nearest mark instead of from the present. Entries never change, so neither does a mark.
create table ledger_marks (
  seq bigint not null,
  owner_id bigint not null,
  coin_id smallint not null,
  available numeric(38, 0) not null,
  blocked numeric(38, 0) not null,
  primary key (seq, owner_id, coin_id)
);

-- The answer to each money command, for its retries. Each user's key has one answer. It is searched by key, since memory holds the newest
-- answers alone. src/server/exchange/outcome-text.ts writes and reads the text.
create table outcomes (
  user_id bigint not null,
  at timestamptz not null,
  key text not null,
  fingerprint text not null,
  outcome text not null
);
create unique index outcomes_by_key on outcomes (user_id, key);
create index outcomes_by_time on outcomes (at);
-- Rows of a day come and go: the space of deleted ones is free again soon.
alter table outcomes set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1);

-- The entry up to which the ledger is proven, so that a start need not read from the first posting. The ledger is proven behind a running
-- writer, in slices. It is no more than a shortcut: `npm run ledger:check` takes nothing here for granted.
create table ledger_proofs (
  id smallint primary key check (id = 1),
  -- The last entry, trade and order that were proven.
  seq bigint not null,
  trade_id bigint not null,
  order_id bigint not null,
  at timestamptz not null,
  -- The finding of the last proof, as a sentence: nothing is served until a check of the whole ledger finds nothing.
  fault text
);
insert into ledger_proofs (id, seq, trade_id, order_id, at) values (1, 0, 0, 0, now());

-- The next three hold the sums of the rows up to the proven point; they are compared with what the writer keeps once the proof has come to
-- the newest rows.
create table proven_balances (
  owner_id bigint not null,
  coin_id smallint not null,
  available numeric(38, 0) not null,
  blocked numeric(38, 0) not null,
  primary key (owner_id, coin_id)
);

-- The sums of the trades of orders that stood at that point and may trade on.
create table proven_orders (
  id bigint primary key,
  executed numeric(38, 0) not null,
  executed_value numeric(38, 0) not null
);

-- Of each coin, the fees that were posted to the exchange's account, and those that trades less their rewards agree on.
create table proven_fees (
  coin_id smallint primary key,
  posted numeric(38, 0) not null,
  agreed numeric(38, 0) not null
);

-- The part of a trade's fee that went to the inviter of its payer, and its value in Toman at that time.
create table referral_rewards (
  trade_id bigint not null,
  inviter_id bigint not null,
  invitee_id bigint not null check (invitee_id <> inviter_id),
  coin_id smallint not null,
  amount numeric(38, 0) not null check (amount > 0),
  value_in_toman numeric(38, 0) check (value_in_toman >= 0),
  -- The part of the same fee that went back to the invitee.
  friend_amount numeric(38, 0) not null check (friend_amount >= 0 and friend_amount <= amount),
  friend_value_in_toman numeric(38, 0) check (friend_value_in_toman >= 0),
  primary key (trade_id, invitee_id)
);

-- Questions about all trades ever made are answered from sums, which are brought up to this trade together.
create table counted_trades (
  id smallint primary key check (id = 1),
  last_trade_id bigint not null
);
insert into counted_trades (id, last_trade_id) values (1, 0);

-- The volume of each user on each day (of UTC), taken and made, in Toman's base units. Levels go by it.
create table trade_volumes (
  user_id bigint not null,
  day date not null,
  volume numeric(38, 0) not null check (volume >= 0),
  primary key (user_id, day)
);
-- Old rows are found by their age, to be deleted.
create index trade_volumes_by_day on trade_volumes (day);

-- The rewards of each inviter from the fees of invitees, in Toman's base units.
create table reward_totals (
  inviter_id bigint primary key,
  value_in_toman numeric(38, 0) not null
);

-- The rewards from each invitee's fees, of the inviter and of the invitee, in Toman's base units.
create table invitee_totals (
  invitee_id bigint primary key,
  value_in_toman numeric(38, 0) not null,
  friend_value_in_toman numeric(38, 0) not null
);

-- Sums by day of Tehran and market, for operators. Fees are in the coin that they were taken in. The public columns leave out trades of
-- the operator's accounts with each other; worth is in Toman's base units at the prices of the time.
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
