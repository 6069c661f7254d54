-- The rules of the house: when its markets trade, what it charges, and how far it goes itself.

create type market_hours as enum ('always', 'working');
alter table markets add column hours market_hours not null default 'always';
update markets set hours = 'working'
  from coins where coins.id = markets.base_coin_id and coins.symbol = 'GOLD';

-- What operators have ordered; a halt without an end stands.
create type halt_kind as enum ('halted', 'cancel-only');
create table market_halts (
  id bigint generated always as identity primary key,
  market_id smallint not null references markets,
  kind halt_kind not null,
  reason_fa text not null,
  reason_en text not null,
  begun_at timestamptz not null,
  ended_at timestamptz
);
create unique index market_halts_standing on market_halts (market_id) where ended_at is null;

-- Days on which the house rests, beside Fridays, as the Jalali calendar names them: "14050101".
-- Those of the solar calendar are known for years; those of the moon are entered when they are announced.
create table holidays (
  day text primary key check (day ~ '^1[34]\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$')
);
insert into holidays (day)
  select year || day
  from generate_series(1405, 1415) as year
  cross join unnest(array['0101', '0102', '0103', '0104', '0112', '0113', '0314', '0315', '1122', '1229']) as day;
