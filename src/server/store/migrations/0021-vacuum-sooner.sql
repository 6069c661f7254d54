-- A page far back is counted off in an index alone only where a vacuum has passed; by default that waits until a fifth of the table is new.
alter table orders set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table trades set (autovacuum_vacuum_insert_scale_factor = 0.05);
alter table logins set (autovacuum_vacuum_insert_scale_factor = 0.05);
