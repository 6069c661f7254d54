-- The newest batch that the leader has committed in this epoch. Batches are sent before those ahead of them are answered: each names its
-- number, and is barred where the one before it failed.
alter table leader add column batch bigint not null default 0;
