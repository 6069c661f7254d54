-- What the user's own choice of a second step needs: codes that are under way, spare codes, and the links that freeze an account.

-- A spare way through the second step, each once. SHA-256: a code has 79 random bits.
create table recovery_codes (
  user_id bigint not null references users,
  code_hash bytea not null,
  made_at timestamptz not null,
  primary key (user_id, code_hash)
);

-- The second step that a user is changing to, until its code confirms it. One at a time: the last asked for.
create table two_step_changes (
  user_id bigint primary key references users,
  two_step two_step not null,
  -- The address that the code went to, where it is to be proven.
  email text check (email = lower(email)),
  -- Sealed, like that of `users`.
  totp_secret bytea,
  -- Absent for an authenticator, which makes its own codes; `tries` and the end count for both.
  code_salt bytea,
  code_hash bytea,
  code_expires_at timestamptz not null,
  code_tries smallint not null check (code_tries >= 0),
  check ((two_step = 'EMAIL') = (email is not null)),
  check ((two_step = 'GOOGLE_AUTHENTICATOR') = (totp_secret is not null)),
  check ((totp_secret is null) = (code_salt is not null)),
  check ((code_salt is null) = (code_hash is null))
);
create index two_step_changes_by_end on two_step_changes (code_expires_at);

-- The code by which a session proves anew that its user is there.
create table proof_codes (
  session_id bigint primary key references sessions on delete cascade,
  code_salt bytea not null,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  code_tries smallint not null check (code_tries >= 0)
);
create index proof_codes_by_end on proof_codes (code_expires_at);

-- The links in our warnings by which an account is frozen, each once.
create table freeze_tokens (
  token_hash bytea primary key,
  user_id bigint not null references users,
  expires_at timestamptz not null
);
create index freeze_tokens_by_user on freeze_tokens (user_id);
create index freeze_tokens_by_end on freeze_tokens (expires_at);
