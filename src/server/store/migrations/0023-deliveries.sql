-- Gold that leaves as metal. Each delivery is a withdrawal of token type DELIVERY, whose address is its place; its states are those of
-- src/domain/delivery.ts.

-- One row. Weights and the fixed fee are in millionths of a gram.
create table delivery_rules (
  id smallint primary key default 1 check (id = 1),
  weight_min numeric(38, 0) not null check (weight_min > 0),
  weight_max numeric(38, 0) not null check (weight_max >= weight_min),
  weight_step numeric(38, 0) not null check (weight_step > 0),
  fee_fixed numeric(38, 0) not null check (fee_fixed >= 0),
  fee_share numeric(38, 0) not null check (fee_share between 0 and 1000000),
  courier boolean not null
);
insert into delivery_rules (weight_min, weight_max, weight_step, fee_fixed, fee_share, courier)
  values (10000000, 1000000000, 5000000, 50000, 5000, true);

create table delivery_branches (
  id bigint generated always as identity primary key,
  persian_name text not null,
  english_name text not null,
  persian_address text not null,
  english_address text not null,
  persian_hours text not null,
  english_hours text not null,
  -- Closed branches take no new requests.
  open boolean not null
);
insert into delivery_branches (persian_name, english_name, persian_address, english_address, persian_hours, english_hours, open)
  values ('شعبهٔ تهران', 'Tehran branch', 'آدرس نمونه: تهران، خیابان نمونه، پلاک ۱، طبقهٔ دوم (این آدرس واقعی نیست)',
    'Example address: 1 Sample Street, second floor, Tehran (not a real place)', 'شنبه تا چهارشنبه، ۹ تا ۱۵',
    'Saturday to Wednesday, 9:00–15:00', true);

-- Gold that waits to be handed over: a row from the moment that it was set aside at the branch or given to the courier.
create table deliveries (
  withdrawal_id bigint primary key references withdrawals,
  -- Sealed: its user alone reads it, and without it nothing is handed over.
  code bytea not null,
  wrong_codes smallint not null default 0 check (wrong_codes between 0 and 5),
  tracking_number text check (char_length(tracking_number) between 1 and 60),
  waiting_since timestamptz not null
);

-- The list of withdrawals leaves deliveries out, within its index.
drop index withdrawals_by_user;
create index withdrawals_by_user on withdrawals (user_id, id desc, coin_id, state, token_type);
create index withdrawals_of_deliveries on withdrawals (id desc) where token_type = 'DELIVERY';
create index withdrawals_of_deliveries_by_user on withdrawals (user_id, id desc) where token_type = 'DELIVERY';
