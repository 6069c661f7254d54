-- An approval whose orders could not be given yet: when it was last tried, how often, and what stood in the way.
alter table proposals
  add column failed_at timestamptz,
  add column failures integer not null default 0 check (failures >= 0),
  add column failure text check (char_length(failure) <= 300);

-- A form of a strategy is saved over the version that it was opened with.
alter table maker_strategies add column version integer not null default 1 check (version > 0);
