-- Passkeys: keys that a user's devices hold, by which the user logs in and proves to be there.

alter table users
  -- Random, and the same in all passkeys of a user: what a device names the user by. Made with the first passkey.
  add column passkey_handle bytea constraint users_passkey_handle unique check (octet_length(passkey_handle) = 32);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  credential_id bytea not null constraint passkeys_credential unique check (octet_length(credential_id) <= 1023),
  -- COSE.
  public_key bytea not null,
  -- Grows with each use, on devices that count at all: one that goes back is a copy of the key.
  counter bigint not null check (counter >= 0),
  -- How the device is reached, as it said: "internal,hybrid".
  transports text not null,
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  backed_up boolean not null,
  name text not null check (length(name) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, id);

-- What a device is to sign: for one flow, once, for some minutes.
create table passkey_challenges (
  -- SHA-256 of the flow's token.
  flow_hash bytea primary key,
  purpose text not null check (purpose in ('ADD', 'LOGIN', 'PROVE')),
  -- Absent for a login, whose user is not known yet.
  user_id bigint references users,
  challenge bytea not null,
  expires_at timestamptz not null,
  check ((purpose = 'LOGIN') = (user_id is null))
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);
