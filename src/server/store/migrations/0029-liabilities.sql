-- What the exchange owes its customers at one commit, published once a day: the statements for ever, and for the newest of them what a
-- customer's proof is made of. src/domain/liabilities.ts describes the trees.

create table liability_statements (
  number bigint primary key,
  -- The number and the time of the commit whose balances it states, as in the table leader.
  commit_number bigint not null,
  commit_at timestamptz not null,
  -- When the balances were read: one statement a day is due by it.
  taken_at timestamptz not null,
  -- Each customer's secret is derived from it; it is sealed, and absent once no proof of the statement is given any more.
  secret bytea,
  -- The signed statement as JSON, and the SHA-256 of its text; absent while the trees are being made.
  statement text,
  fingerprint text check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- The coins on custody's addresses at that time, as JSON; absent where custody has not answered.
  reserves text,
  check ((statement is null) = (fingerprint is null))
);

-- The balances of that commit, available and on hold together.
create table liability_balances (
  number bigint not null references liability_statements,
  coin_id smallint not null,
  user_id bigint not null,
  -- The mobile number at that time, or the name of an account of the exchange.
  holder text not null,
  amount numeric(38, 0) not null check (amount > 0),
  -- "place:amount" of each leaf, with commas between; absent while the tree is being made.
  leaves text,
  primary key (number, coin_id, user_id)
);

-- The nodes of the trees: of every eighth level, 256 side by side in a row, each with its sum in 16 bytes and its hash in 32. The levels in
-- between are computed when a path is asked for.
create table liability_nodes (
  number bigint not null references liability_statements,
  coin_id smallint not null,
  level smallint not null check (level in (0, 8, 16, 24)),
  place bigint not null,
  nodes bytea not null,
  primary key (number, coin_id, level, place)
);

-- When two operators last asked for a statement.
create table liability_order (
  id smallint primary key check (id = 1),
  ordered_at timestamptz not null
);
insert into liability_order (id, ordered_at) values (1, '-infinity');
