-- Toman that comes in through card gateways, and coins that go out.

create type deposit_status as enum ('RAISED_BY_USER', 'CONFIRMED', 'UNCONFIRMED');
create type withdrawal_status as enum ('RAISED_BY_USER', 'CONFIRMED', 'UNCONFIRMED');

create table toman_deposits (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  amount numeric(38, 0) not null check (amount > 0),
  gateway text not null,
  -- Only the part that may be shown: the first six and the last four digits.
  card_masked text not null,
  status deposit_status not null default 'RAISED_BY_USER',
  -- The client's key: a repeat of the request is answered with the same payment.
  key text not null,
  fingerprint text not null,
  -- The gateway's name of the payment, and the address that the payer is sent to; unknown until the gateway has answered.
  authority text unique,
  redirect_url text,
  -- The gateway's reference of a settled payment.
  ref_id text,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- The reason why a payment that was made was not credited: an operator looks into it.
  fault text,
  unique (user_id, key)
);
create index toman_deposits_by_user on toman_deposits (user_id, id desc);
create index toman_deposits_waiting on toman_deposits (created_at) where status = 'RAISED_BY_USER';
-- The figures of a day on the operators' first page are found by time.
create index toman_deposits_by_settling on toman_deposits (settled_at) where settled_at is not null;
create index toman_deposits_odd on toman_deposits (id desc) where status = 'UNCONFIRMED' and fault is not null;

-- Coins on their way to an address outside. The amount is held under hold_reference until it has left or is given back; the network's fee
-- is kept of it, and the rest is sent.
create table withdrawals (
  id bigint primary key,
  user_id bigint not null,
  coin_id smallint not null,
  token_type text not null,
  address text not null,
  amount numeric(38, 0) not null check (amount > 0),
  network_fee numeric(38, 0) not null check (network_fee >= 0 and network_fee < amount),
  hold_reference text not null unique,
  -- The quick trade that bought the coins, if one did.
  order_id bigint,
  status withdrawal_status not null default 'RAISED_BY_USER',
  created_at timestamptz not null,
  -- Set before the first attempt to send: from then on the coins may have left, and nothing gives them back by itself.
  sending_at timestamptz,
  -- Set before the hold is released. Of the two only one can ever be set.
  given_up_at timestamptz,
  constraint withdrawals_sent_or_given_up check (sending_at is null or given_up_at is null)
);
create index withdrawals_by_user on withdrawals (user_id, id desc);
