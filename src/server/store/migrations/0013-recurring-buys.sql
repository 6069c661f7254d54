-- Plans of users to buy a coin by quick trade at a rhythm, and what became of each purchase that was due.

create table recurring_buys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  created_at timestamptz not null,
  -- A removed plan keeps its purchases, and one that is under way is still written down.
  removed_at timestamptz,
  -- The purchase that is due next, by the rhythm.
  due_at timestamptz not null,
  -- From here the time is counted within which it may be late: the due time, or the opening of a closed market.
  starts_at timestamptz not null,
  try_at timestamptz not null,
  market_id smallint not null references markets,
  -- In Tehran.
  minute smallint not null check (minute between 0 and 1439),
  -- A day of the week, Sunday as 0, or of the month.
  day smallint,
  rhythm text not null check (rhythm in ('DAILY', 'WEEKLY', 'MONTHLY')),
  calendar text check (calendar in ('JALALI', 'GREGORIAN')),
  state text not null check (state in ('ACTIVE', 'PAUSED', 'STOPPED')),
  -- The refusal for which a plan stopped, or for which a due purchase waits.
  reason text,
  -- The idempotency key of the call that made the plan.
  key text not null,
  -- In the quote coin.
  total numeric(38, 0) not null check (total > 0),
  -- The highest price; null for any.
  ceiling numeric(38, 0) check (ceiling > 0),
  unique (user_id, key),
  check ((rhythm = 'DAILY') = (day is null)),
  check (rhythm <> 'WEEKLY' or day between 0 and 6),
  check (rhythm <> 'MONTHLY' or day between 1 and 31),
  check ((rhythm = 'MONTHLY') = (calendar is not null))
);
create index recurring_buys_due on recurring_buys (try_at) where state = 'ACTIVE' and removed_at is null;

create table recurring_buy_runs (
  id bigint generated always as identity primary key,
  plan_id bigint not null references recurring_buys,
  due_at timestamptz not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('BOUGHT', 'SKIPPED', 'STOPPED')),
  -- Of a purchase that was not made.
  reason text,
  -- Of one that was.
  order_id bigint,
  -- A purchase that is due has one outcome, whoever writes it down.
  unique (plan_id, due_at),
  check ((outcome = 'BOUGHT') = (order_id is not null)),
  check ((outcome = 'BOUGHT') = (reason is null))
);
create index recurring_buy_runs_of_plan on recurring_buy_runs (plan_id, id);
