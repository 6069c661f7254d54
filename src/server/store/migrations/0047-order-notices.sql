-- How far the orders of customers were looked through for what their owners are told of.
create table order_notice_cursor (
  id smallint primary key check (id = 1),
  last_trade_id bigint not null,
  last_seq bigint not null
);
insert into order_notice_cursor
  select 1, coalesce((select max(id) from trades), 0), coalesce((select max(seq) from ledger_entries), 0);

-- Stops are found by the entry that has set them off. Few orders have one.
create index orders_by_arrival on orders (arrived_seq) where arrived_seq is not null;
