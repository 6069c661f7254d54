-- What the feed of dollar prices calls each coin, so that one that is added while the server runs has a price.
alter table coins add column price_source text;
update coins c set price_source = known.id from (values
  ('BITCOIN', 'bitcoin'), ('BITCOIN_CASH', 'bitcoin-cash'), ('DOGE_COIN', 'dogecoin'), ('LITE_COIN', 'litecoin'), ('DASH', 'dash'),
  ('ETHEREUM', 'ethereum'), ('CLASSIC_ETHEREUM', 'ethereum-classic'), ('TETHER', 'tether'), ('TRON', 'tron'), ('CELO', 'celo'),
  ('MATIC', 'polygon-ecosystem-token'), ('RIPPLE', 'ripple'), ('STELLAR', 'stellar'), ('ELROND', 'elrond-erd-2'),
  ('BINANCE_COIN_BSC', 'binancecoin')
) as known (symbol, id) where c.symbol = known.symbol;
