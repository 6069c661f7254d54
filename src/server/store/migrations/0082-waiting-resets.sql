-- A new password in the place of a forgotten one, asked for by the channel that is the second step as well: it waits, so that the owner can
-- notice it. Each user has one, the last that was asked for.
create table waiting_resets (
  user_id bigint primary key references users,
  password_hash text not null,
  effective_at timestamptz not null,
  -- Who asked, for the audit log.
  ip text not null,
  device text not null
);
create index waiting_resets_by_time on waiting_resets (effective_at);
