-- A sandbox's past was made up in three widths that told of the same time differently. Each stretch of it is recorded once: a wider bar
-- goes where narrower ones stand.
delete from candles as wide using candles as narrow
where wide.sandbox and narrow.sandbox and narrow.market_id = wide.market_id and narrow.width_seconds < wide.width_seconds
  and narrow.opens_at >= wide.opens_at and narrow.opens_at < wide.opens_at + make_interval(secs => wide.width_seconds);
