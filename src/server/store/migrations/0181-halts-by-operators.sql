-- Whose order a halt is; empty where nobody's alone, as that of a new market.
alter table market_halts add column ordered_by bigint references users;
