-- Users, how they sign in, and how their identity is proven.

-- Owners of the ledger below this belong to the house.
create sequence user_ids as bigint start with 1000;

create type account_level as enum ('VIP_1', 'VIP_2', 'VIP_3', 'VIP_4', 'SUPERVISOR');
create type verification as enum (
  'UNAUTHORIZED', 'UNIDENTIFIED', 'NOT_COMPLETE', 'PENDING', 'AUTHORIZED', 'INFORMATION_CHANGED',
  'INFORMATION_CHANGED_PENDING'
);
create type id_format as enum ('ID_CARD', 'PASSPORT', 'DRIVER_LICENSE');
create type sign_in_kind as enum ('sign-up', 'login');

-- volume_from: whole Toman traded in three months, from which the level holds.
create table account_levels (
  level account_level primary key,
  volume_from numeric(38, 0) not null check (volume_from >= 0),
  fee_ppm integer not null check (fee_ppm between 0 and 1000000)
);
insert into account_levels (level, volume_from, fee_ppm) values
  ('VIP_1', 0, 4000),
  ('VIP_2', 100000000, 3500),
  ('VIP_3', 500000000, 3000),
  ('VIP_4', 2000000000, 2500),
  ('SUPERVISOR', 0, 0);

-- A person has a mobile number; an account of the house (a market maker) has a name instead, and nobody can sign in to it.
create table users (
  id bigint primary key default nextval('user_ids'),
  mobile text unique check (mobile ~ '^\+989[0-9]{9}$'),
  house_name text unique,
  password_hash text,
  level account_level not null default 'VIP_1' references account_levels,
  verification verification not null default 'UNAUTHORIZED',
  referral_code text not null unique,
  invited_by bigint references users,
  accepted_terms_at timestamptz,
  blocked_at timestamptz,
  created_at timestamptz not null,
  check ((mobile is null) = (house_name is not null)),
  check (house_name is null or password_hash is null),
  check (invited_by <> id)
);
create index users_by_inviter on users (invited_by) where invited_by is not null;

-- A sign-up or login whose password has been given and whose code has not. A sign-up row becomes a user only by its code.
create table sign_in_flows (
  mobile text not null,
  kind sign_in_kind not null,
  user_id bigint references users,
  password_hash text,
  invited_by bigint references users,
  begun_at timestamptz not null,
  code_salt bytea not null,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  code_tries smallint not null check (code_tries >= 0),
  primary key (mobile, kind),
  check ((kind = 'login') = (user_id is not null)),
  check ((kind = 'sign-up') = (password_hash is not null))
);
create index sign_in_flows_by_time on sign_in_flows (begun_at);

create table identity_codes (
  user_id bigint primary key references users,
  code_salt bytea not null,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  code_tries smallint not null check (code_tries >= 0)
);

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table logins (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  at timestamptz not null,
  ip text not null,
  device_type text not null,
  os_type text not null,
  browser text not null,
  successful boolean not null
);
create index logins_by_user on logins (user_id, id desc);

-- How often something was tried in the window that ends at a time; a row begins anew when its window has ended.
create table rate_counters (
  kind text not null,
  subject text not null,
  count integer not null,
  window_ends_at timestamptz not null,
  primary key (kind, subject)
);
create index rate_counters_by_end on rate_counters (window_ends_at);

-- What a user has declared of himself and the registry has confirmed. Pictures are names of files outside the database.
create table identities (
  user_id bigint primary key references users,
  national_code text not null constraint identities_national_code unique,
  first_name text not null,
  last_name text not null,
  email text not null,
  birth_day date not null,
  telephone text not null,
  state text not null,
  city text not null,
  postal_code text not null,
  address text not null,
  id_format id_format not null,
  image text not null,
  back_image text,
  document_image text not null,
  submitted_at timestamptz not null,
  authorized_at timestamptz,
  check (back_image is not null or id_format <> 'ID_CARD')
);

create table bank_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  position smallint not null,
  card_number text not null constraint bank_accounts_card unique,
  sheba text not null constraint bank_accounts_sheba unique,
  verified_at timestamptz not null,
  unique (user_id, position)
);
