-- When the writer last said that it lives, with a commit or without one, by the clock of the database. Another process may take over once that
-- is long enough ago; a writer that ends well sets it to the beginning of time.
alter table leader add column seen timestamptz not null default '-infinity',
  -- The address at which other processes reach the writer, such as http://10.0.0.5:4310; null if it serves its own process alone.
  add column address text;
