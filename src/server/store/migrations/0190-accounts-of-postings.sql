-- An account of the ledger is one number, of its owner, its coin and its bucket: one array of them in each entry instead of three, since an
-- array has 24 bytes of its own. Columns of eight bytes stand first, so that no gap precedes them. Readers see postings by the view as before.

create table entries (
  seq bigint not null,
  at timestamptz not null,
  kind entry_kind not null,
  reference text not null,
  -- owner_id * 65536 + coin_id * 2, and one more for what is blocked
  accounts bigint[] not null,
  amounts numeric(38, 0)[] not null check (0 <> all (amounts)),
  check (cardinality(accounts) = cardinality(amounts))
);
insert into entries
  select seq, at, kind, reference,
    array(
      select owner_id * 65536 + coin_id * 2 + case bucket when 'blocked' then 1 else 0 end
      from unnest(owner_ids, buckets, coin_ids) with ordinality as posting (owner_id, bucket, coin_id, place) order by place
    ),
    amounts
  from ledger_entries order by seq;
drop view postings;
drop table ledger_entries;
alter table entries rename to ledger_entries;
alter table ledger_entries add constraint ledger_entries_pkey primary key (seq);
create unique index ledger_credits_once on ledger_entries (reference) where kind = 'credit';

create view postings as
  select seq, account >> 16 as owner_id, case account & 1 when 0 then 'available'::bucket else 'blocked'::bucket end as bucket,
    (account >> 1 & 32767)::smallint as coin_id, amount
  from ledger_entries cross join lateral unnest(accounts, amounts) as posting (account, amount);
