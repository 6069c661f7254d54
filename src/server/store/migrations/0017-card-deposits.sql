-- Several gateways, the day's limit of card deposits, and payments by another's card.

-- Whole Toman that a user of the level may pay in on one day in Tehran.
alter table account_levels add column deposit_day_max numeric(38, 0) not null default 200000000 check (deposit_day_max >= 0);
alter table account_levels alter column deposit_day_max drop default;
update account_levels set deposit_day_max = case level when 'VIP_1' then 200000000 when 'VIP_2' then 500000000
  when 'VIP_3' then 1000000000 else 2000000000 end;
-- Open proposals of levels do not name the limit: they have to be made again.
update proposals set expires_at = least(expires_at, now()) where kind = 'CHANGE_LEVEL' and decision is null;

alter table toman_deposits
  -- The last time that the gateway was asked to open the payment; null once it has certainly not opened it.
  add column asked_at timestamptz,
  -- Whose card paid. Written once, before any money moves: the ledger follows this answer alone.
  add column paid_by text check (paid_by in ('OWN', 'ANOTHER')),
  -- A payment by another's card goes back to it: it is due, the gateway has done it, or the gateway has refused it.
  add column pay_back text check (pay_back in ('DUE', 'DONE', 'REFUSED')),
  add constraint toman_deposits_only_another_paid_back check (pay_back is null or paid_by = 'ANOTHER');
-- The first rows have their gateway in small letters.
update toman_deposits set gateway = upper(gateway) where gateway <> upper(gateway);
update toman_deposits set asked_at = created_at where status = 'RAISED_BY_USER';

-- Lists are sorted by id: the condition on the time keeps their queries from this index.
create index toman_deposits_credited on toman_deposits (user_id, settled_at)
  where status = 'CONFIRMED' and settled_at is not null;

-- A deposit that has been paid back needs nobody any more.
drop index toman_deposits_odd;
create index toman_deposits_odd on toman_deposits (id desc)
  where status = 'UNCONFIRMED' and fault is not null and pay_back is distinct from 'DONE';
