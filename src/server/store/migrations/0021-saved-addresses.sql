-- Addresses outside the exchange that users keep to withdraw coins to.

create table saved_addresses (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  network text not null,
  -- As custody writes it.
  address text not null check (char_length(address) between 1 and 128),
  label text not null check (char_length(label) between 1 and 40),
  added_at timestamptz not null,
  unique (user_id, network, address)
);

-- The user withdraws coins to saved addresses alone.
alter table users add column only_saved_addresses boolean not null default false;

-- A proof for changing the saved addresses.
alter table one_time_codes drop constraint one_time_codes_proves_check;
alter table one_time_codes add constraint one_time_codes_proves_check
  check (proves in ('PASSWORD', 'TWO_STEP', 'MOBILE', 'EMAIL', 'ACCESS', 'ADDRESSES'));
alter table sessions drop constraint sessions_proven_for_check;
alter table sessions add constraint sessions_proven_for_check
  check (proven_for in ('PASSWORD', 'TWO_STEP', 'MOBILE', 'EMAIL', 'ACCESS', 'ADDRESSES'));
