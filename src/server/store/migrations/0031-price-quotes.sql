-- The newest answer of the price feed, as JSON, where one process asks it for all.
create table price_quotes (
  id smallint primary key check (id = 1),
  quotes text not null,
  asked_at timestamptz not null
);
