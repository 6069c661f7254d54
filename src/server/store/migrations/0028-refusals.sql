-- Refusals that concern a person, counted by the hour: each closed hour becomes one event of the audit log and leaves this table.
-- No foreign key: a refusal waits for nobody's row.
create table refusal_counts (
  hour timestamptz not null,
  kind text not null,
  -- Absent where no account is known, or too many are concerned to name each.
  user_id bigint,
  -- "5.160.1.1", "2001:db8::/64", or "several" where they are too many to name each.
  network text not null,
  count integer not null check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint refusal_counts_key unique nulls not distinct (hour, kind, user_id, network)
);
