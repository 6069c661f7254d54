-- What protects an account beside its password: the second step, what is told of it, and a log of what became of it.

create type two_step as enum ('SMS', 'EMAIL', 'GOOGLE_AUTHENTICATOR');
create type user_role as enum ('CUSTOMER', 'OPERATOR');

alter table users
  -- Proven by a code that was sent there. What the account form says of an e-mail address is a claim until then.
  add column email text constraint users_email unique check (email = lower(email)),
  add column two_step two_step not null default 'SMS',
  -- Sealed: `src/server/accounts/sealer.ts`. The last step whose code was taken guards against its repeat.
  add column totp_secret bytea,
  add column totp_last_step bigint,
  add column role user_role not null default 'CUSTOMER',
  -- The language of the messages that nobody asked for.
  add column language text not null default 'fa' check (language in ('fa', 'en')),
  -- Stands in every message that we send, so that a forged one is known by its absence.
  add column anti_phishing_phrase text,
  -- After a change of password, second step or mobile number; withdrawals are refused until then.
  add column withdrawals_held_until timestamptz,
  -- Who froze the account, where `blocked_at` says that it is frozen.
  add column blocked_by text check (blocked_by in ('USER', 'OPERATOR')),
  add check (two_step <> 'EMAIL' or email is not null),
  add check (two_step <> 'GOOGLE_AUTHENTICATOR' or totp_secret is not null);

alter table sessions
  add column ip text not null default 'unknown',
  add column os_type text not null default 'UNKNOWN',
  add column device_type text not null default 'UNKNOWN',
  add column browser text not null default 'UNKNOWN',
  -- When the user last proved by a second step to be there.
  add column proven_at timestamptz;
update sessions set proven_at = created_at;
alter table sessions alter column proven_at set not null;

-- Every security event, each bound to the one before it by its hash. Nothing is ever changed or removed.
create table audit_log (
  id bigint primary key,
  at timestamptz not null,
  kind text not null,
  -- Whom it concerns; absent where no account is known.
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

-- The last event. Whoever adds one holds this row, so that events have one order.
create table audit_head (
  singleton boolean primary key default true check (singleton),
  last_id bigint not null,
  last_hash bytea not null
);
insert into audit_head (last_id, last_hash) values (0, decode(repeat('00', 32), 'hex'));

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- What users are to be told of their accounts, by SMS and e-mail: written with what it tells of, sent after the commit.
create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null,
  -- JSON: what its sentence names.
  params text not null,
  at timestamptz not null,
  sms_done_at timestamptz,
  email_done_at timestamptz,
  tries smallint not null default 0,
  next_try_at timestamptz not null
);
create index notices_to_send on notices (next_try_at) where sms_done_at is null or email_done_at is null;
