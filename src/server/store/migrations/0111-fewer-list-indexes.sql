-- A list of one market is read from the index of the list of all: the market stands at its end, so that rows of other markets are passed over
-- without being read. An index for each market of its own cost every order and every trade another entry.
drop index orders_closed_by_market, trades_by_taker_market, trades_by_maker_market, quick_trades_by_user_market;
drop index orders_closed, trades_by_taker, trades_by_maker, quick_trades_by_user;
create index orders_closed on orders (user_id, status, id, market_id) where status not in ('IS_OPEN', 'PENDING');
create index trades_by_taker on trades (taker_user_id, id, market_id) where maker_order_id is not null;
create index trades_by_maker on trades (maker_user_id, id, market_id) where maker_order_id is not null;
create index quick_trades_by_user on trades (taker_user_id, id, market_id) where maker_order_id is null;
