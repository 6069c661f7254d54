-- An entry and its postings are one row instead of five: each row costs more to write than what stands in it. Postings are read as before,
-- by a view of that name; one without its entry cannot exist any more.
create table entries (
  seq bigint not null,
  kind entry_kind not null,
  reference text not null,
  at timestamptz not null,
  owner_ids bigint[] not null,
  buckets bucket[] not null,
  coin_ids smallint[] not null,
  amounts numeric(38, 0)[] not null check (0 <> all (amounts)),
  check (cardinality(owner_ids) = cardinality(amounts) and cardinality(buckets) = cardinality(amounts)
    and cardinality(coin_ids) = cardinality(amounts))
);
insert into entries
  select seq, kind, reference, at, coalesce(owner_ids, '{}'), coalesce(buckets, '{}'), coalesce(coin_ids, '{}'), coalesce(amounts, '{}')
  from ledger_entries left join (
    select seq, array_agg(owner_id) as owner_ids, array_agg(bucket) as buckets, array_agg(coin_id) as coin_ids,
      array_agg(amount) as amounts
    from postings group by seq
  ) as posted using (seq) order by seq;
drop table postings;
drop table ledger_entries;
alter table entries rename to ledger_entries;
alter table ledger_entries add constraint ledger_entries_pkey primary key (seq);
create unique index ledger_credits_once on ledger_entries (reference) where kind = 'credit';

create view postings as
  select seq, owner_id, bucket, coin_id, amount from ledger_entries
    cross join lateral unnest(owner_ids, buckets, coin_ids, amounts) as posting (owner_id, bucket, coin_id, amount);
