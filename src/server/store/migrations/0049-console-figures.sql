-- The figures of a day on the operators' first page are found by time.
create index users_by_time on users using brin (created_at) with (pages_per_range = 16);
create index toman_deposits_by_settling on toman_deposits (settled_at) where settled_at is not null;
create index toman_deposits_odd on toman_deposits (id desc) where status = 'UNCONFIRMED' and fault is not null;
