-- Browsers that notifications are pushed to. One belongs to the session that it was signed in with, and ends with it.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  session_id bigint not null unique references sessions on delete cascade,
  -- SHA-256: a browser is reached in one place.
  endpoint_hash bytea not null unique,
  -- The place and its keys: whoever has them can write to the browser, and read what is written.
  sealed bytea not null,
  created_at timestamptz not null,
  renewed_at timestamptz not null
);
create index push_subscriptions_by_user on push_subscriptions (user_id, renewed_at desc);
