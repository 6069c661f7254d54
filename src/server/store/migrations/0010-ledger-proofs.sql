-- How far the ledger was proven by the last start, so that the next need not read it from its first posting. No more than a
-- shortcut: `npm run ledger:check` takes nothing here for granted.
create table ledger_proofs (
  id smallint primary key check (id = 1),
  -- The last entry, trade and order that were proven.
  seq bigint not null,
  trade_id bigint not null,
  order_id bigint not null,
  at timestamptz not null
);

-- The balances as of then.
create table proven_balances (
  owner_id bigint not null,
  coin_id smallint not null,
  available numeric(38, 0) not null,
  blocked numeric(38, 0) not null,
  primary key (owner_id, coin_id)
);

-- What orders that stood then, and may trade on, had traded.
create table proven_orders (
  id bigint primary key,
  executed numeric(38, 0) not null,
  executed_value numeric(38, 0) not null
);
