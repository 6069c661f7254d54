-- The few customers of many that operators look for by their state.
create index users_blocked on users (id desc) where blocked_at is not null;
create index users_waiting on users (id desc) where verification in ('PENDING', 'INFORMATION_CHANGED_PENDING');
create index users_held on users (id desc) where withdrawals_held_until is not null;
