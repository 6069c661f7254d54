-- Users, their levels and their invitations, and the log of everything that concerns an account.

-- Owners of the ledger below this number belong to the exchange.
create sequence user_ids as bigint start with 1000;

create type account_level as enum ('VIP_1', 'VIP_2', 'VIP_3', 'VIP_4', 'SUPERVISOR');
create type verification as enum (
  'UNAUTHORIZED', 'UNIDENTIFIED', 'NOT_COMPLETE', 'PENDING', 'AUTHORIZED', 'INFORMATION_CHANGED',
  'INFORMATION_CHANGED_PENDING'
);
create type two_step as enum ('SMS', 'EMAIL', 'GOOGLE_AUTHENTICATOR');
create type user_role as enum ('CUSTOMER', 'OPERATOR');

-- volume_from: whole Toman traded in three months, from which the level holds. An order that meets a resting one pays taker_ppm, the
-- resting order pays maker_ppm; fee_ppm, the greater of the two, is the one shown.
create table account_levels (
  level account_level primary key,
  volume_from numeric(38, 0) not null check (volume_from >= 0),
  fee_ppm integer not null check (fee_ppm between 0 and 1000000),
  maker_ppm integer not null check (maker_ppm between 0 and 1000000),
  taker_ppm integer not null check (taker_ppm between 0 and 1000000),
  check (fee_ppm = greatest(maker_ppm, taker_ppm))
);
insert into account_levels (level, volume_from, fee_ppm, maker_ppm, taker_ppm) values
  ('VIP_1', 0, 4000, 3000, 4000),
  ('VIP_2', 100000000, 3500, 2500, 3500),
  ('VIP_3', 500000000, 3000, 2000, 3000),
  ('VIP_4', 2000000000, 2500, 1500, 2500),
  ('SUPERVISOR', 0, 0, 0, 0);

-- A person has a mobile number; an account of the exchange (a market maker) has a name instead, and nobody can log in to it.
create table users (
  id bigint primary key default nextval('user_ids'),
  created_at timestamptz not null,
  mobile text unique check (mobile ~ '^\+989[0-9]{9}$'),
  system_name text unique,
  -- The address is proven by a code that was sent there. An address in the account form is a claim until then.
  email text constraint users_email unique check (email = lower(email)),
  password_hash text,
  country text,
  -- The language of messages that the user did not ask for.
  language text not null default 'fa' check (language in ('fa', 'en')),
  accepted_terms_at timestamptz,
  verification verification not null default 'UNAUTHORIZED',
  level account_level not null default 'VIP_1' references account_levels,
  -- A level that an operator has set stays, whatever the user trades.
  level_set_by_hand boolean not null default false,

  -- The user's first code; `referral_codes` has further ones.
  referral_code text not null unique,
  invited_by bigint references users,
  -- The code of `referral_codes` that the user signed up with; absent where it was the first one of the inviter.
  invited_with text,
  -- The part of the user's own fees that the code gives back.
  friend_share_ppm integer check (friend_share_ppm > 0 and friend_share_ppm <= 150000),

  two_step two_step not null default 'SMS',
  -- The secret is sealed: `src/server/accounts/sealer.ts`. The last step whose code was taken guards against its repeat.
  totp_secret bytea,
  totp_last_step bigint,
  -- An authenticator that was added by a thief's login proves nothing for that login: this time shows which came first.
  totp_since timestamptz,
  -- A device names the user by this random handle, which is the same in all passkeys of a user. The first passkey makes it.
  passkey_handle bytea constraint users_passkey_handle unique check (octet_length(passkey_handle) = 32),
  -- Every message that the exchange sends contains this phrase, so that its absence shows a forged message.
  anti_phishing_phrase text,
  -- Withdrawals are refused until then, after a change of password, second step or mobile number.
  withdrawals_held_until timestamptz,
  -- The number grows whenever sign-ins under way end, so that one which began before and is written after is recognized.
  trust_version bigint not null default 0,

  blocked_at timestamptz,
  -- The side that froze the account, where `blocked_at` says that it is frozen.
  blocked_by text check (blocked_by in ('USER', 'OPERATOR')),
  -- The right by which an operator froze the account, the operator, and the reason.
  freeze_kind text check (freeze_kind in ('SUPPORT', 'RISK')),
  frozen_by_operator bigint references users,
  freeze_reason text check (char_length(freeze_reason) <= 300),

  role user_role not null default 'CUSTOMER',
  -- The name of an operator beside what that operator did.
  operator_name text check (char_length(operator_name) between 2 and 80),
  operator_roles text[] not null default '{}' check (operator_roles <@ array['READ', 'SUPPORT', 'FINANCE', 'RISK', 'ADMIN']),
  -- An operator who was stopped is let in again or removed by two operators. The removed are marked, since the stopped keep their keys.
  operator_removed_at timestamptz,
  -- The keys were given again and have not been used yet: all admins are notified of the first sign-in with them.
  operator_keys_new boolean not null default false,
  -- The operator is notified of work that waits and of what fails.
  on_duty boolean not null default false,

  check ((mobile is null) = (system_name is not null)),
  check (system_name is null or password_hash is null),
  check (invited_by <> id),
  check (two_step <> 'EMAIL' or email is not null),
  check (two_step <> 'GOOGLE_AUTHENTICATOR' or totp_secret is not null),
  check (role <> 'OPERATOR' or operator_name is not null),
  check (friend_share_ppm is null or invited_by is not null),
  constraint users_operators_have_roles check ((role = 'OPERATOR') = (cardinality(operator_roles) > 0))
);

-- An inviter may have several codes, each with what it gives the friend of the inviter's share. These codes have nine letters and the first
-- code of each user, which gives nothing, has eight, so that the two never meet.
create table referral_codes (
  code text primary key check (code ~ '^[0-9A-Z]{9}$'),
  user_id bigint not null references users,
  friend_share_ppm integer not null check (friend_share_ppm in (0, 50000, 100000, 150000)),
  created_at timestamptz not null
);
create index referral_codes_by_user on referral_codes (user_id, created_at);
alter table users add foreign key (invited_with) references referral_codes;

create index users_by_inviter on users (invited_by, id) where invited_by is not null;
create index users_by_code on users (invited_with) where invited_with is not null;
create index users_operators on users (id) where role = 'OPERATOR';
-- The notices of orders leave out the accounts that the exchange trades with, and ask every second which they are.
create index users_of_the_exchange on users (id) where system_name is not null or level = 'SUPERVISOR';
-- Operators search customers by the beginning of a number, and the few of many by their state.
create index users_by_mobile_prefix on users (mobile text_pattern_ops, id desc);
create index users_blocked on users (id desc) where blocked_at is not null;
create index users_waiting on users (id desc) where verification in ('PENDING', 'INFORMATION_CHANGED_PENDING');
create index users_held on users (id desc) where withdrawals_held_until is not null;
-- The figures of a day on the operators' first page are found by time.
create index users_by_time on users using brin (created_at) with (pages_per_range = 16);

-- Every security event, each bound to the event before it by its hash. Events are never changed or removed.
create table audit_log (
  id bigint primary key,
  at timestamptz not null,
  kind text not null,
  -- The user concerned; absent where no account is known.
  user_id bigint references users,
  -- The operator who acted; absent where the user did.
  operator_id bigint references users,
  ip text not null,
  device text not null,
  -- JSON of `{before, after, reason, …}`, as text: its hash is of these very letters.
  details text not null,
  hash bytea not null
);
create index audit_log_by_user on audit_log (user_id, id desc);
create index audit_log_by_operator on audit_log (operator_id, id desc) where operator_id is not null;
create index audit_log_by_kind on audit_log (kind, id desc);
create index audit_log_by_time on audit_log (at, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- The last event. A transaction that adds one locks this row, so that events have one order.
create table audit_head (
  singleton boolean primary key default true check (singleton),
  last_id bigint not null,
  last_hash bytea not null
);
insert into audit_head (last_id, last_hash) values (0, decode(repeat('00', 32), 'hex'));

-- The event up to which the chain of the audit log is proven: each start goes on from there.
create table audit_proofs (
  singleton boolean primary key default true check (singleton),
  last_id bigint not null,
  last_hash bytea not null,
  at timestamptz not null,
  -- The first thing that did not fit, as a sentence; it stands until a check of the whole log finds none.
  fault text
);
insert into audit_proofs (last_id, last_hash, at) values (0, decode(repeat('00', 32), 'hex'), now());

-- Refusals that concern a person, counted by the hour: each closed hour becomes one event of the audit log and leaves this table.
-- The table has no foreign key: a refusal does not wait for a lock on the user's row.
create table refusal_counts (
  hour timestamptz not null,
  kind text not null,
  -- Absent where no account is known, or too many are concerned to name each.
  user_id bigint,
  -- "5.160.1.1", "2001:db8::/64", or "several" where they are too many to name each.
  network text not null,
  count integer not null check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint refusal_counts_key unique nulls not distinct (hour, kind, user_id, network)
);
