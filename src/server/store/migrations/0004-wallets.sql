-- Toman that comes in through card gateways.

create type deposit_status as enum ('RAISED_BY_USER', 'CONFIRMED', 'UNCONFIRMED');

create table toman_deposits (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  amount numeric(38, 0) not null check (amount > 0),
  gateway text not null,
  -- Only as far as it may be shown: the first six and the last four digits.
  card_masked text not null,
  status deposit_status not null default 'RAISED_BY_USER',
  -- The client's key: a repeat of the request is answered with the same payment.
  key text not null,
  fingerprint text not null,
  -- The gateway's name of the payment, and where the payer is sent; unknown until the gateway has answered.
  authority text unique,
  redirect_url text,
  -- The gateway's reference of a settled payment.
  ref_id text,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (user_id, key)
);
create index toman_deposits_by_user on toman_deposits (user_id, id desc);
create index toman_deposits_waiting on toman_deposits (created_at) where status = 'RAISED_BY_USER';
