-- How each user's balances changed on each day of Tehran, so that the worth of a year is read without the ledger, which has no index by
-- account. The rows are sums of postings and no more than a shortcut: without them all is counted anew.

-- The entry of the ledger up to which the rows below are counted.
create table counted_entries (
  id smallint primary key check (id = 1),
  last_seq bigint not null
);
insert into counted_entries (id, last_seq) values (1, 0);

create table balance_days (
  user_id bigint not null,
  day date not null,
  coin_id smallint not null,
  -- Of what is available and blocked together: holds change nothing.
  change numeric(38, 0) not null,
  -- The part of it that came in or went out: deposits, withdrawals and transfers, not trades and rewards.
  put_in numeric(38, 0) not null,
  primary key (user_id, day, coin_id)
);
