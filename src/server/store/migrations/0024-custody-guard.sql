-- Custody compared with the ledger.

-- Coins that custody counts fewer of than the ledger has.
create table custody_shortages (
  network text not null,
  coin_id smallint not null,
  -- Sending was stopped for these, and operators let it go on.
  known numeric(38, 0) not null default 0 check (known >= 0),
  -- Since when more than these is missing, and the least that was missing in that time.
  since timestamptz,
  least numeric(38, 0) check (least > 0),
  primary key (network, coin_id),
  check ((since is null) = (least is null))
);
