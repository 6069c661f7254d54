-- Custody compared with the ledger.

-- Coins that custody counts fewer of than the ledger has.
create table custody_shortages (
  network text not null,
  coin_id smallint not null,
  -- Sending was stopped for these, and operators let it go on.
  known numeric(38, 0) not null default 0 check (known >= 0),
  -- Since when more than these is missing, and the least that was missing in that time.
  since timestamptz,
  least numeric(38, 0) check (least > 0),
  primary key (network, coin_id),
  check ((since is null) = (least is null))
);

-- The most that hot wallets may hold of a coin, as a share of what its customers are owed.
alter table coins add column hot_share_max_ppm integer not null default 1000000 check (hot_share_max_ppm between 0 and 1000000);

-- Coins on their way from the hot wallet to cold storage.
create table cold_moves (
  id bigint generated always as identity primary key,
  network text not null,
  coin_id smallint not null,
  amount numeric(38, 0) not null check (amount > 0),
  begun_at timestamptz not null,
  txid text,
  -- Why custody did not send them.
  refusal text,
  ended_at timestamptz
);
create unique index cold_moves_open on cold_moves (network, coin_id) where ended_at is null;

-- Paid from cold storage since then: custody is not asked to send it, and nobody can cancel it.
alter table outgoing_transfers add column cold_at timestamptz;

-- Payments from cold storage that an operator has proposed to book, as custody has seen them in a block.
create table cold_payments (
  proposal_id bigint primary key references proposals,
  network text not null,
  txid text not null,
  coin_id smallint not null,
  -- In base units of the ledger, as the fee is in those of the coin of the network's fees.
  amount numeric(38, 0) not null check (amount > 0),
  fee numeric(38, 0) not null check (fee >= 0),
  -- Absent for coins that went to the hot wallet.
  withdrawal_id bigint references withdrawals,
  booked_at timestamptz
);
-- A transaction is booked once.
create unique index cold_payments_booked on cold_payments (network, txid) where booked_at is not null;

-- HELD: screening found a sender on its list; the coins are set aside until two operators credit or keep them. KEPT: they have kept them.
alter type incoming_state add value 'HELD';
alter type incoming_state add value 'KEPT';
-- Absent where the chain does not say.
alter table incoming_transfers add column senders text[];
alter table incoming_transfers add column held_for text;
-- Two operators have credited it: the exchange does so next.
alter table incoming_transfers add column released_at timestamptz;
drop index incoming_transfers_odd;
create index incoming_transfers_odd on incoming_transfers (id desc) where state not in ('PENDING', 'CREDITED');
