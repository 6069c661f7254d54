-- The operator who looks at a form, so that no two do at a time; it holds nobody off.
alter table identity_reviews
  add column claimed_by bigint references users,
  add column claimed_at timestamptz,
  add check ((claimed_by is null) = (claimed_at is null));
