-- How a card payment ended that nobody has made: its payer cancelled it at the gateway's page, or never completed it there. One that was
-- abandoned may still be credited, should the gateway report it as paid after all.
alter table toman_deposits add column unpaid text check (unpaid in ('CANCELLED', 'ABANDONED')),
  add constraint toman_deposits_only_unconfirmed_unpaid check (unpaid is null or (status = 'UNCONFIRMED' and pay_back is null));
create index toman_deposits_abandoned on toman_deposits (created_at) where unpaid = 'ABANDONED';
