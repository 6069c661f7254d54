-- A list counts by the customers that it shows, and looks are bounded by the day as well.
alter table operator_looks add column rows integer not null default 1 check (rows > 0);
