-- Every kind of order, its terms, and its whole life cycle as in src/domain/order-life-cycle.ts.

alter table orders drop constraint orders_check1;
drop index orders_open;

-- A new type instead of added values: a transaction may not use the values it has added.
alter type order_status rename to order_status_before;
create type order_status as enum (
  'PENDING', 'IS_OPEN', 'FINISHED_WITH_TRANSACTION', 'FINISHED_WITHOUT_TRANSACTION', 'CANCELLED_BY_USER',
  'CANCELLED_BY_ADMIN', 'EXPIRED', 'RAISED_BY_USER', 'ACCEPTED', 'DONE', 'FAILED'
);
alter table orders alter column status type order_status using status::text::order_status;
drop type order_status_before;

alter type order_kind add value 'STOP_LIMIT';
alter type entry_kind add value 'expire';

create type time_in_force as enum ('GTC', 'IOC', 'FOK');
create type self_trade_prevention as enum ('CANCEL_NEWER', 'CANCEL_OLDER', 'CANCEL_BOTH');

-- The terms that nearly every order has are null, so that its row pays nothing for them.
alter table orders
  add column stop_price numeric(38, 0) check (stop_price > 0),
  add column expires_at timestamptz,
  add column time_in_force time_in_force check (time_in_force <> 'GTC'),
  add column post_only boolean check (post_only),
  add column self_trade_prevention self_trade_prevention check (self_trade_prevention <> 'CANCEL_NEWER'),
  -- A triggered stop comes to the book after this order, and among others like it by this entry: its place in the queue.
  add column arrived_after bigint,
  add column arrived_seq bigint,
  add constraint orders_held_while_open check (held = 0 or status in ('IS_OPEN', 'PENDING'));

-- What a user's screen asks for every few seconds, what a cancellation of all reads, and what a start rebuilds from.
create index orders_open on orders (user_id, id desc) where status in ('IS_OPEN', 'PENDING');

-- A limit price that is worse than the market by more than this asks for a second confirmation: 5 %.
alter table markets add column force_warning_ppm integer not null default 50000 check (force_warning_ppm > 0);
