-- What is asked of all trades ever made is kept as sums, which are brought up to counted_trades.last_trade_id together with trade_volumes.

-- Of each market, the trades that are no trade of the operator with himself.
create table market_totals (
  market_id smallint primary key,
  trades bigint not null,
  value numeric(38, 0) not null
);
insert into market_totals
  with operators as (select id from users where house_name is not null)
  select market_id, count(*), sum(value) from trades
  where id <= (select last_trade_id from counted_trades) and (taker_user_id not in (select id from operators)
    or maker_order_id is not null and maker_user_id not in (select id from operators))
  group by market_id;

-- What invitees' fees have brought each inviter, in Toman's base units.
create table reward_totals (
  inviter_id bigint primary key,
  value_in_toman numeric(38, 0) not null
);
insert into reward_totals
  select inviter_id, sum(value_in_toman) from referral_rewards
  where trade_id <= (select last_trade_id from counted_trades) and value_in_toman is not null group by inviter_id;
drop index referral_rewards_by_inviter;

-- Only trades of the book are searched by their market: its last price, its newest trades.
drop index trades_by_market;
create index trades_by_market on trades (market_id, id) where maker_order_id is not null;

-- The hourly look at new pictures asks which of them a row names.
create index identities_by_image on identities (image);
create index identities_by_back_image on identities (back_image);
create index identities_by_document_image on identities (document_image);

-- What is deleted by its age is found by it.
create index trade_volumes_by_day on trade_volumes (day);
