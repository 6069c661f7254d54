-- What the market maker may lose in a market within a day, in base units of the quote coin; beyond it the maker is switched off.
alter table maker_strategies add column loss_max numeric(38, 0);
update maker_strategies set loss_max = level_worth * 5;
alter table maker_strategies alter column loss_max set not null;
alter table maker_strategies add constraint maker_strategies_loss_max check (loss_max > 0);
-- From when losses of the day count: the maker was switched on.
alter table maker_strategies add column counted_from timestamptz;
-- The operator is told what waits and what fails.
alter table users add column on_duty boolean not null default false;
