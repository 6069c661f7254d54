-- An operator who was stopped at once is let in again or removed by two; the removed are marked, since those who are stopped keep their keys.
alter table users
  add column operator_removed_at timestamptz,
  -- The keys were given anew, and nobody has signed in with them yet: the first sign-in is told to all admins.
  add column operator_keys_new boolean not null default false;
update users set operator_removed_at = blocked_at
  where role = 'OPERATOR' and blocked_at is not null and password_hash is null;
