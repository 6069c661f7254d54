-- The nonces of signed calls that several processes have taken, kept for longer than such a call is in time. A single process keeps them in memory.
create table used_nonces (
  key_id bigint not null,
  nonce text not null,
  at timestamptz not null,
  primary key (key_id, nonce)
);
create index used_nonces_at on used_nonces (at);
