-- A user's lists are read from the right end of an index that fits all their conditions, so that a page costs what it shows, however
-- long the history is. Statuses stand in these keys because orders are listed by them; an order is written to either kind of index once.
drop index orders_by_user, orders_open, trades_by_taker;
create index orders_open on orders (user_id, status, id) where status in ('IS_OPEN', 'PENDING');
create index orders_closed on orders (user_id, status, id) where status not in ('IS_OPEN', 'PENDING');
create index orders_closed_by_market on orders (user_id, market_id, status, id) where status not in ('IS_OPEN', 'PENDING');

-- Trades with the house have no maker's order.
create index trades_by_taker on trades (taker_user_id, id) where maker_order_id is not null;
create index trades_by_taker_market on trades (taker_user_id, market_id, id) where maker_order_id is not null;
create index trades_by_maker_market on trades (maker_user_id, market_id, id) where maker_order_id is not null;
create index quick_trades_by_user on trades (taker_user_id, id) where maker_order_id is null;
create index quick_trades_by_user_market on trades (taker_user_id, market_id, id) where maker_order_id is null;
