-- A card that is not verified though its owner is: since when, because the bank would not name its owner or an operator has taken it back.
alter table bank_accounts
  add column doubted_at timestamptz,
  add check (doubted_at is null or verified_at is null);
