-- Each user's key has one answer. It is looked for by key, since memory holds the newest answers alone.
delete from outcomes as older using outcomes as newer
  where older.user_id = newer.user_id and older.key = newer.key and (older.at, older.ctid) < (newer.at, newer.ctid);
create unique index outcomes_by_key on outcomes (user_id, key);
-- Rows of a day come and go: what is deleted is free again soon.
alter table outcomes set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1);
