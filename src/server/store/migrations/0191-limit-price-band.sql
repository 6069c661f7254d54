-- A limit price lies between a fifth of the reference price and five times it, whatever is confirmed; the market maker quotes within a tenth.
alter table markets
  add column limit_price_min_ppm integer not null default 200000 check (limit_price_min_ppm > 0 and limit_price_min_ppm <= 900000),
  add column limit_price_max_ppm integer not null default 5000000 check (limit_price_max_ppm >= 1100000);
