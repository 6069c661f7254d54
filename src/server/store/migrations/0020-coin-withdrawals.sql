-- Coins that leave over chains: one row for each withdrawal that custody was asked to send.

create table outgoing_transfers (
  withdrawal_id bigint primary key references withdrawals,
  network text not null,
  -- Written before custody is asked: from then on it may be signed.
  asked_at timestamptz not null,
  looked_at timestamptz,
  -- Why custody sends it not yet. Nothing of it was signed.
  refusal text,
  -- Until then custody is not asked again.
  retry_at timestamptz,
  txid text,
  sent_at timestamptz,
  -- Of its block so far, and those that it needs.
  confirmations integer check (confirmations >= 0),
  confirmations_needed integer check (confirmations_needed > 0),
  -- What the network took for it, in base units of the coin of its fees.
  fee numeric(38, 0) check (fee >= 0),
  ended_at timestamptz
);
create index outgoing_transfers_open on outgoing_transfers (network, withdrawal_id) where ended_at is null;

-- Signatures of operators, by which custody lets a payment pass that is above its automatic limits.
create table outgoing_signatures (
  withdrawal_id bigint not null references withdrawals,
  operator text not null check (char_length(operator) <= 64),
  signature text not null check (char_length(signature) <= 128),
  given_by bigint not null references users,
  given_at timestamptz not null,
  primary key (withdrawal_id, operator)
);

-- Coins of deposit addresses that are moved to the hot wallet, at most one at a time for each address.
create table sweeps (
  id bigint generated always as identity primary key,
  network text not null,
  user_id bigint not null references users,
  coin_id smallint not null,
  -- The newest deposit that it moves.
  up_to bigint not null references incoming_transfers,
  begun_at timestamptz not null,
  looked_at timestamptz,
  -- Why custody does not move them yet.
  refusal text,
  txid text,
  ended_at timestamptz
);
create unique index sweeps_open on sweeps (network, user_id) where ended_at is null;

-- Operators see dropped payments beside those that are credited to nobody.
drop index incoming_transfers_odd;
create index incoming_transfers_odd on incoming_transfers (id desc) where state in ('TOO_SMALL', 'UNKNOWN_COIN', 'DROPPED');

alter table incoming_transfers add column swept_at timestamptz;
create index incoming_transfers_unswept on incoming_transfers (network, coin_id, user_id) where state = 'CREDITED' and swept_at is null;

-- Transfers between users are withdrawals that have a recipient.
alter table withdrawals add column recipient_id bigint references users check ((token_type = 'USER') = (recipient_id is not null));
create index withdrawals_by_recipient on withdrawals (recipient_id, id desc) where recipient_id is not null;

-- A passkey confirms one withdrawal: its amount, network and destination, as the codes of withdrawals are bound.
alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add constraint passkey_challenges_purpose_check check (purpose in ('ADD', 'LOGIN', 'PROVE', 'WITHDRAW'));
alter table passkey_challenges add column bound_to text;
alter table passkey_challenges add check ((purpose = 'WITHDRAW') = (bound_to is not null));
