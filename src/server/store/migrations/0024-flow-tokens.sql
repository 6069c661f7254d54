-- A sign-in under way belongs to the browser or program that began it, and a browser from which somebody has signed in is known.

-- Sign-ins under way begin anew: they had no token.
drop table sign_in_flows;
drop type sign_in_kind;
create type sign_in_kind as enum ('sign-up', 'login', 'reset');

-- A sign-up, login or new password whose first step is done and whose code was not given yet. A sign-up becomes a user only by its code.
create table sign_in_flows (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token that only its beginner has.
  token_hash bytea not null unique,
  -- A hash of network and program, where the flow may be found by it without its token: begun by a program, which may keep no cookies.
  origin bytea,
  kind sign_in_kind not null,
  mobile text not null,
  -- Absent at a sign-up, and where somebody forgot the password of a number that has no account.
  user_id bigint references users,
  password_hash text,
  invited_by bigint references users,
  -- Where the code goes; of an authenticator none goes anywhere, and the kept one fits nothing.
  two_step two_step not null,
  email text,
  begun_at timestamptz not null,
  code_salt bytea not null,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  code_tries smallint not null check (code_tries >= 0),
  os_type text not null,
  device_type text not null,
  browser text not null,
  check ((kind = 'sign-up') = (password_hash is not null)),
  check (kind <> 'sign-up' or user_id is null),
  check (kind <> 'login' or user_id is not null),
  check (two_step <> 'EMAIL' or email is not null)
);
create index sign_in_flows_by_origin on sign_in_flows (origin, mobile) where origin is not null;
create index sign_in_flows_by_time on sign_in_flows (begun_at);

-- Browsers that have signed in as a user before: each has a budget of tries of its own.
create table known_devices (
  token_hash bytea primary key,
  user_id bigint not null references users,
  last_used_at timestamptz not null
);
create index known_devices_by_user on known_devices (user_id, last_used_at);
create index known_devices_by_time on known_devices (last_used_at);
