-- Shown to the operator who approves, and handed over to the new one: first keys need it beside the code by SMS.
create table handover_codes (
  user_id bigint primary key references users,
  code_salt bytea not null,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  code_tries smallint not null check (code_tries >= 0)
);
-- Set-ups under way, each of the one who began it. The keys hold once a code of the new authenticator has come back.
create table operator_set_ups (
  token_hash bytea primary key,
  user_id bigint not null references users,
  begun_at timestamptz not null,
  code_salt bytea not null,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  code_tries smallint not null check (code_tries >= 0),
  password_hash text,
  totp_secret bytea,
  check ((password_hash is null) = (totp_secret is null))
);
create index operator_set_ups_by_user on operator_set_ups (user_id);
