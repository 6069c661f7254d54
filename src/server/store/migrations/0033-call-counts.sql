-- Calls within a minute by the hash of what they are counted for, as several processes add them up. A crash empties the table, which costs the
-- counts of one minute: in return no commit waits for the disk or for a standby.
create unlogged table call_counts (
  -- Minutes since 1970 by the clock of the database.
  minute integer not null,
  name text collate "C" not null,
  calls integer not null,
  primary key (minute, name)
) with (fillfactor = 50);
