-- Toman that leaves for bank accounts: one batch for each working day, which two operators send, by a gateway or by the bank's file.

create type payout_way as enum ('GATEWAY', 'FILE');

create table payout_batches (
  id bigint generated always as identity primary key,
  -- The day in Tehran: each has one batch, however often its closing begins.
  day date not null unique,
  closed_at timestamptz not null,
  -- Set when the second operator has agreed: from then on its lines may be paid.
  way payout_way,
  ordered_at timestamptz,
  -- The bank has the file.
  handed_in_at timestamptz,
  check ((way is null) = (ordered_at is null)),
  check (handed_in_at is null or way = 'FILE')
);

-- WAITING: not ordered. ORDERED: it may be paid at any time. PAYING and RETURNING are decisions, of which a line meets one: the ledger follows
-- the decision, and the end follows the ledger.
create type payout_state as enum ('WAITING', 'ORDERED', 'PAYING', 'PAID', 'RETURNING', 'RETURNED');

create table payout_lines (
  withdrawal_id bigint primary key references withdrawals,
  batch_id bigint not null references payout_batches,
  state payout_state not null default 'WAITING',
  -- Counted before each submission to the gateway: with one, the gateway may have the transfer.
  attempts integer not null default 0 check (attempts >= 0),
  attempted_at timestamptz,
  looked_at timestamptz,
  -- Since when the gateway says that it does not pay. Only after some time the money goes back.
  failing_since timestamptz,
  failure text check (char_length(failure) <= 300),
  -- The bank's reference of the payment.
  reference text,
  ended_at timestamptz,
  -- Set if it was paid although the money was back with its user; and when the user's balance has paid for that.
  paid_late_at timestamptz,
  taken_back_at timestamptz,
  check (state not in ('PAYING', 'PAID') or reference is not null),
  check (paid_late_at is null or (state = 'RETURNED' and reference is not null)),
  check (taken_back_at is null or paid_late_at is not null)
);
create index payout_lines_by_batch on payout_lines (batch_id, withdrawal_id);
create index payout_lines_open on payout_lines (looked_at nulls first, withdrawal_id) where state in ('WAITING', 'ORDERED', 'PAYING', 'RETURNING');
create index payout_lines_returned on payout_lines (ended_at) where state = 'RETURNED';

-- The statements of banks that operators have imported.
create table bank_statements (
  id bigint generated always as identity primary key,
  imported_by bigint not null references users,
  imported_at timestamptz not null,
  duplicates integer not null check (duplicates >= 0),
  bad_rows integer not null check (bad_rows >= 0)
);

create type statement_outcome as enum ('NEW', 'MATCHED', 'UNMATCHED');

-- One transfer out of the exchange's account. A statement that is imported again, or overlaps another, adds no line twice.
create table bank_statement_lines (
  id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statements,
  day date not null,
  amount numeric(38, 0) not null check (amount > 0),
  reference text not null,
  identifier text not null,
  description text not null,
  outcome statement_outcome not null default 'NEW',
  withdrawal_id bigint references payout_lines,
  unique (reference, day, amount),
  check ((outcome = 'MATCHED') = (withdrawal_id is not null))
);
create index bank_statement_lines_new on bank_statement_lines (id) where outcome = 'NEW';
create index bank_statement_lines_unmatched on bank_statement_lines (id desc) where outcome = 'UNMATCHED';
create index bank_statement_lines_by_statement on bank_statement_lines (statement_id);
