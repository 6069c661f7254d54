-- Coins that come in over chains.

-- The index of custody's derivation that a user has on all networks, for ever. Networks of one family derive the same address from the same
-- index: it must have one owner, whichever network a payment takes.
create table deposit_indices (
  index integer primary key check (index >= 0),
  user_id bigint not null unique references users,
  unique (index, user_id)
);

-- The addresses that were shown to their users.
create table deposit_addresses (
  network text not null,
  index integer not null,
  user_id bigint not null,
  address text not null,
  created_at timestamptz not null,
  primary key (network, index),
  unique (network, address),
  foreign key (index, user_id) references deposit_indices (index, user_id)
);

-- PENDING: in a block, which may still be dropped. TOO_SMALL and UNKNOWN_COIN: final, and credited to nobody.
create type incoming_state as enum ('PENDING', 'CREDITED', 'TOO_SMALL', 'UNKNOWN_COIN', 'DROPPED');
create table incoming_transfers (
  id bigint generated always as identity primary key,
  network text not null,
  txid text not null,
  -- Two payments of one transaction differ in it.
  position integer not null,
  user_id bigint not null references users,
  -- Absent for a token that is not served, whose contract is known.
  coin_id smallint,
  contract text,
  -- In base units of the ledger; of an unknown token in those of its contract.
  amount numeric(38, 0) not null check (amount >= 0),
  height bigint not null,
  confirmations integer not null,
  confirmations_needed integer not null,
  state incoming_state not null default 'PENDING',
  seen_at timestamptz not null,
  ended_at timestamptz,
  unique (network, txid, position),
  check (coin_id is not null or contract is not null),
  check (coin_id is not null or state not in ('CREDITED', 'TOO_SMALL'))
);
create index incoming_transfers_by_user on incoming_transfers (user_id, id desc, coin_id, state);
create index incoming_transfers_pending on incoming_transfers (network, height) where state = 'PENDING';
create index incoming_transfers_odd on incoming_transfers (id desc) where state in ('TOO_SMALL', 'UNKNOWN_COIN');

-- The last block of each network whose payments are final and booked.
create table chain_cursors (
  network text primary key,
  height bigint not null
);
