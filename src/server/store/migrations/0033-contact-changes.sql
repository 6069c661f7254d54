-- Changes of the mobile number or the e-mail address that wait for their codes. The contact that the account has proves itself first, then
-- the new one.

create type contact_kind as enum ('MOBILE', 'EMAIL');

create table contact_changes (
  user_id bigint not null references users,
  kind contact_kind not null,
  -- Proven when the change began; absent where the account had none.
  old_contact text,
  new_contact text not null,
  -- Whose code is awaited.
  awaited text not null check (awaited in ('OLD', 'NEW')),
  -- What the registry said of a verified person's new number: whether it is theirs. Absent where it was not asked.
  registry text check (registry in ('CONFIRMED', 'DOUBTFUL')),
  begun_at timestamptz not null,
  -- Of the code that is awaited; absent where none could be sent yet.
  code_salt bytea,
  code_hash bytea,
  code_expires_at timestamptz,
  code_tries smallint not null default 0 check (code_tries >= 0),
  primary key (user_id, kind),
  check (awaited = 'NEW' or old_contact is not null),
  check (num_nonnulls(code_salt, code_hash, code_expires_at) in (0, 3))
);
create index contact_changes_by_time on contact_changes (begun_at);
