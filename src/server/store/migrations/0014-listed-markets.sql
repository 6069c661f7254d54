-- Since when each market is in the lists. The markets that a start writes get the time of that start. Those that operators have added before
-- this migration are known by the halt of a new market; all others have been there since the first account.

alter table markets add column listed_at timestamptz not null default now();
update markets set listed_at = coalesce(
  (select min(begun_at) from market_halts where market_id = markets.id and reason_en = 'This market isn''t open yet.'),
  (select min(created_at) from users),
  listed_at
);
