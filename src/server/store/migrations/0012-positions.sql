-- What users bought in each market and have not sold there, at its average cost; src/domain/position.ts says how it is counted. The three
-- tables are no more than a shortcut, so that a long history is read once: without their rows all is counted anew from the trades.

-- The trade up to which a user's trades are in the rows below.
create table counted_positions (
  user_id bigint primary key,
  last_trade_id bigint not null
);

-- Costs and profits are millionths of a base unit of the quote coin.
create table positions (
  user_id bigint not null,
  market_id smallint not null,
  amount numeric(38, 0) not null check (amount >= 0),
  cost numeric(38, 0) not null check (cost >= 0),
  realised numeric(38, 0) not null,
  primary key (user_id, market_id)
);

-- The profit of each order that sold, against the average cost at the time of its trades.
create table sale_profits (
  order_id bigint primary key,
  user_id bigint not null,
  amount numeric(38, 0) not null check (amount > 0),
  cost numeric(38, 0) not null check (cost >= 0),
  profit numeric(38, 0) not null
);
