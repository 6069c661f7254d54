-- The ledger is proven behind a running writer, in slices. proven_balances, proven_orders and proven_fees hold what the rows up to the
-- proven point add up to; they are compared with what the writer keeps once the proof has come to the newest rows.
insert into ledger_proofs (id, seq, trade_id, order_id, at) values (1, 0, 0, 0, now()) on conflict do nothing;
-- What the last proof has found, as a sentence: nothing is served until a check of the whole ledger finds nothing.
alter table ledger_proofs add column fault text;

-- Of each coin, the fees that were posted to the exchange's account, and those that trades less their rewards agree on.
create table proven_fees (
  coin_id smallint primary key,
  posted numeric(38, 0) not null,
  agreed numeric(38, 0) not null
);
