-- What there was before an entry of the ledger, the first of a day in Tehran: of each account of the exchange, and of all customers together as
-- owner 0. Reports of old days count from the nearest mark instead of from what there is now. Entries never change, so neither does a mark.
create table ledger_marks (
  seq bigint not null,
  owner_id bigint not null,
  coin_id smallint not null,
  available numeric(38, 0) not null,
  blocked numeric(38, 0) not null,
  primary key (seq, owner_id, coin_id)
);
