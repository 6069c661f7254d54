-- When the exchange began to keep what an operator has ordered: from then on nothing trades against it.
alter table market_halts add column acknowledged_at timestamptz;
update market_halts set acknowledged_at = coalesce(ended_at, begun_at);
