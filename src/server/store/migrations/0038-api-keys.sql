-- Keys by which programs act for a user. The key that a call names is kept as a hash, which finds it; the secret that signs has to be
-- computed with at every call, so that it is sealed instead of hashed.
create table api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  name text not null,
  key_hash bytea not null unique,
  -- The beginning of the key, for its owner's list.
  prefix text not null,
  secret bytea not null,
  rights text[] not null check (cardinality(rights) > 0 and rights <@ array['read', 'trade', 'withdraw']),
  -- Networks of which the call's address has to be one; any where there are none.
  addresses text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- Written at most once a minute.
  last_used_at timestamptz,
  last_used_ip text,
  check (cardinality(addresses) > 0 or not 'withdraw' = any (rights))
);
create index api_keys_by_user on api_keys (user_id, id desc);
