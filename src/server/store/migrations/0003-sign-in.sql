-- Signing up, logging in, sessions, and everything that protects an account beside its password.

-- The number of tries within the window that ends at a time; a row begins again when its window has ended.
create table rate_counters (
  kind text not null,
  subject text not null,
  count integer not null,
  window_ends_at timestamptz not null,
  primary key (kind, subject)
);
create index rate_counters_by_end on rate_counters (window_ends_at);

-- Every one-time code, salted and hashed: of a message, or read out by an operator. A row has one code of a purpose at a time.
create table one_time_codes (
  -- The id of the session (proof), of the sign-in, of the operator's set-up; for the others, of the user.
  subject bigint not null,
  expires_at timestamptz not null,
  tries smallint not null check (tries >= 0),
  purpose text not null
    check (purpose in ('identity', 'handover', 'two-step', 'change-mobile', 'change-email', 'proof', 'sign-in', 'operator-set-up')),
  salt bytea not null,
  hash bytea not null,
  -- A proof's code is valid only for the purpose that it was asked for.
  proves text check (proves in ('PASSWORD', 'TWO_STEP', 'MOBILE', 'EMAIL', 'ACCESS')),
  primary key (purpose, subject),
  check (proves is null or purpose = 'proof')
);
create index one_time_codes_by_end on one_time_codes (expires_at);

-- A code ends with the row that it completes, whatever deletes that row. Arguments: the purpose, and the column with the subject.
create function delete_its_code() returns trigger language plpgsql as $$
begin
  delete from one_time_codes where purpose = tg_argv[0] and subject = (to_jsonb(old) ->> tg_argv[1])::bigint;
  return null;
end $$;

create type sign_in_kind as enum ('sign-up', 'login', 'reset');

-- A sign-up, login or new password whose first step is done and whose code was not given yet. It belongs to the browser or program that
-- began it. A sign-up becomes a user only by its code.
create table sign_in_flows (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token that only its beginner has.
  token_hash bytea not null unique,
  -- A hash of network and program, where the flow may be found by it without its token: begun by a program, which may keep no cookies.
  origin bytea,
  kind sign_in_kind not null,
  mobile text not null,
  -- Absent at a sign-up, and where a password was forgotten for a number that has no account.
  user_id bigint references users,
  password_hash text,
  -- A sign-up may bring an identity of single sign-on in the place of a password.
  sign_on_issuer text,
  sign_on_subject text,
  sign_on_email text,
  invited_by bigint references users,
  invited_with text references referral_codes,
  -- The way by which the code goes. An authenticator's code goes nowhere, and nobody learns the stored one.
  two_step two_step not null,
  email text,
  begun_at timestamptz not null,
  -- Whether the beginner had passed a captcha: the codes of such flows count apart from those that programs can cause.
  begun_by_person boolean not null default false,
  -- The client's own words about its device: the login history shows them where the code came without.
  os_type text not null,
  device_type text not null,
  browser text not null,
  -- That of `users` when the flow began.
  trust_version bigint not null default 0,
  check (kind <> 'sign-up' or (password_hash is null) = (sign_on_subject is not null)),
  check (kind <> 'sign-up' or user_id is null),
  check (kind <> 'login' or user_id is not null),
  check (two_step <> 'EMAIL' or email is not null),
  check (kind = 'sign-up' or (password_hash is null and sign_on_subject is null)),
  check ((sign_on_issuer is null) = (sign_on_subject is null))
);
create index sign_in_flows_by_origin on sign_in_flows (origin, mobile) where origin is not null;
create index sign_in_flows_by_time on sign_in_flows (begun_at);
create index sign_in_flows_by_user on sign_in_flows (user_id) where user_id is not null;
create trigger sign_in_flows_end_codes after delete on sign_in_flows
  for each row execute function delete_its_code('sign-in', 'id');

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  -- The row of `known_devices` of the session's browser.
  device_hash bytea,
  ip text not null,
  os_type text not null,
  device_type text not null,
  browser text not null,
  -- The last time that the user proved to be there by a second step.
  proven_at timestamptz not null,
  -- The last time that the user proved to be there by a step of its own: a login does not count. Calls that grant lasting power ask for it.
  proven_anew_at timestamptz,
  -- The purpose of that proof. Absent: none that asks for a proof of its own.
  proven_for text check (proven_for in ('PASSWORD', 'TWO_STEP', 'MOBILE', 'EMAIL', 'ACCESS')),
  -- From then on the session may be given what lasts: from its login where the device was known, else from a day later.
  trusted_from timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
create trigger sessions_end_codes after delete on sessions for each row execute function delete_its_code('proof', 'id');

-- An operator's account holds no session of a customer, by whatever way the session is made.
create function refuse_operators_session() returns trigger language plpgsql as $$
begin
  if exists (select 1 from users where id = new.user_id and role = 'OPERATOR') then
    raise exception 'an operator signs in to the console alone';
  end if;
  return new;
end $$;
create trigger sessions_of_customers before insert on sessions for each row execute function refuse_operators_session();

create table logins (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  at timestamptz not null,
  ip text not null,
  device_type text not null,
  os_type text not null,
  browser text not null,
  -- A program keeps no cookie by which its device could be known: this is its network and name, hashed. Absent for browsers.
  origin bytea,
  successful boolean not null
);
create index logins_by_user on logins (user_id, id desc);
-- An index alone counts a page of a long list only where a vacuum has passed; by default it waits until a fifth of the table is new.
alter table logins set (autovacuum_vacuum_insert_scale_factor = 0.05);

-- Browsers that have signed in as a user before: each has a budget of tries of its own.
create table known_devices (
  token_hash bytea primary key,
  user_id bigint not null references users,
  last_used_at timestamptz not null,
  -- A browser is trusted a day after its first login, however often it logs in in between.
  trusted_from timestamptz not null
);
create index known_devices_by_user on known_devices (user_id, last_used_at);
create index known_devices_by_time on known_devices (last_used_at);

-- Spare ways through the second step, each valid once. SHA-256 is enough: a code has 79 random bits.
create table recovery_codes (
  user_id bigint not null references users,
  code_hash bytea not null,
  made_at timestamptz not null,
  primary key (user_id, code_hash)
);

-- The second step that a user is changing to, until its code confirms it. A user has one change at a time: the last asked for.
create table two_step_changes (
  user_id bigint primary key references users,
  -- A change belongs to the session that began it.
  session_id bigint not null references sessions on delete cascade,
  two_step two_step not null,
  -- The address that the code went to, where it is to be proven.
  email text check (email = lower(email)),
  -- Sealed, like that of `users`.
  totp_secret bytea,
  check ((two_step = 'EMAIL') = (email is not null)),
  check ((two_step = 'GOOGLE_AUTHENTICATOR') = (totp_secret is not null))
);
create index two_step_changes_by_session on two_step_changes (session_id);
create trigger two_step_changes_end_codes after delete on two_step_changes
  for each row execute function delete_its_code('two-step', 'user_id');

-- The links in warnings to users by which an account is frozen, each valid once.
create table freeze_tokens (
  token_hash bytea primary key,
  user_id bigint not null references users,
  expires_at timestamptz not null
);
create index freeze_tokens_by_user on freeze_tokens (user_id);
create index freeze_tokens_by_end on freeze_tokens (expires_at);

-- A new password in the place of a forgotten one, asked for by the channel that is the second step as well: it waits, so that the owner can
-- notice it. Each user has one, the last that was asked for.
create table waiting_resets (
  user_id bigint primary key references users,
  password_hash text not null,
  effective_at timestamptz not null,
  -- The beginner's address and device, for the audit log.
  ip text not null,
  device text not null
);
create index waiting_resets_by_time on waiting_resets (effective_at);

create type contact_kind as enum ('MOBILE', 'EMAIL');

-- Changes of the mobile number or the e-mail address that wait for their codes. The contact that the account has proves itself first, then
-- the new one. A change has no code yet where none could be sent.
create table contact_changes (
  user_id bigint not null references users,
  kind contact_kind not null,
  -- A change belongs to the session that began it.
  session_id bigint not null references sessions on delete cascade,
  -- Proven when the change began; absent where the account had none.
  old_contact text,
  new_contact text not null,
  -- The contact whose code is awaited.
  awaited text not null check (awaited in ('OLD', 'NEW')),
  -- The registry's answer whether a verified person's new number is theirs. Absent where it was not asked.
  registry text check (registry in ('CONFIRMED', 'DOUBTFUL')),
  begun_at timestamptz not null,
  primary key (user_id, kind),
  check (awaited = 'NEW' or old_contact is not null)
);
create index contact_changes_by_session on contact_changes (session_id);
create index contact_changes_by_time on contact_changes (begun_at);
create trigger contact_changes_end_mobile_codes after delete on contact_changes
  for each row when (old.kind = 'MOBILE') execute function delete_its_code('change-mobile', 'user_id');
create trigger contact_changes_end_email_codes after delete on contact_changes
  for each row when (old.kind = 'EMAIL') execute function delete_its_code('change-email', 'user_id');

-- Passkeys: keys that a user's devices hold, by which the user logs in and proves to be there.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  credential_id bytea not null constraint passkeys_credential unique check (octet_length(credential_id) <= 1023),
  -- COSE.
  public_key bytea not null,
  -- The counter grows with each use, on devices that count at all: one that goes back is a copy of the key.
  counter bigint not null check (counter >= 0),
  -- The ways to reach the device, in its own words: "internal,hybrid".
  transports text not null,
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  backed_up boolean not null,
  name text not null check (length(name) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, id);

-- The random bytes that a device is to sign: for one flow, once, for some minutes.
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

-- Single sign-on: the person that a user is at another provider. Issuer and subject alone name that person; the e-mail address is only
-- shown.
create table sign_on_identities (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  issuer text not null,
  subject text not null,
  email text check (email = lower(email)),
  linked_at timestamptz not null,
  last_used_at timestamptz,
  constraint sign_on_identities_person unique (issuer, subject),
  constraint sign_on_identities_of_user unique (user_id, issuer)
);

-- Keys by which programs act for a user. The key that a call names is stored as a hash, which finds it; the secret that signs is computed
-- with at every call, so that it is sealed instead of hashed.
create table api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  name text not null,
  key_hash bytea not null unique,
  -- The beginning of the key, for its owner's list.
  prefix text not null,
  secret bytea not null,
  rights text[] not null check (cardinality(rights) > 0 and rights <@ array['read', 'trade', 'withdraw']),
  -- Networks of which the call's address has to be one; any network where the list is empty.
  addresses text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- Written at most once a minute.
  last_used_at timestamptz,
  last_used_ip text,
  check (cardinality(addresses) > 0 or not 'withdraw' = any (rights))
);
create index api_keys_by_user on api_keys (user_id, id desc);
