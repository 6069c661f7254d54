-- Commits are numbered through all epochs, and none is older than the one before it.
alter table leader add column at timestamptz not null default '1970-01-01T00:00:00Z';
update leader set at = coalesce((select entry.at from ledger_entries as entry order by seq desc limit 1), leader.at);
