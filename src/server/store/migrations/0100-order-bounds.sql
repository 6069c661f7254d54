-- Open orders cost memory and a start reads them all: their number and their least total are bounded for each market.
alter table markets
  add column min_total numeric(38, 0) not null default 0 check (min_total >= 0),
  add column open_orders_max integer not null default 200 check (open_orders_max > 0);

update markets set min_total = case quote.symbol when 'TOMAN' then 50000 else 0.5 end * power(10::numeric, quote.decimals)
from coins quote where quote.id = markets.quote_coin_id and quote.symbol in ('TOMAN', 'TETHER');
