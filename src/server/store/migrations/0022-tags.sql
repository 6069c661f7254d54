-- Networks on which one address serves all users, who are told apart by a tag.

alter table deposit_addresses add column tag text;
alter table deposit_addresses drop constraint deposit_addresses_network_address_key;
create unique index deposit_addresses_by_address on deposit_addresses (network, address, coalesce(tag, ''));

-- The tag, where there is one, belongs to the address: with another one the same coins reach another person.
alter table withdrawals add column tag text check (char_length(tag) between 1 and 64);
alter table saved_addresses add column tag text check (char_length(tag) between 1 and 64);
alter table saved_addresses drop constraint saved_addresses_user_id_network_address_key;
create unique index saved_addresses_by_address on saved_addresses (user_id, network, address, coalesce(tag, ''));

-- UNOWNED: final, without a tag or with one that was issued to nobody. It is booked, and waits for an operator.
drop index incoming_transfers_pending, incoming_transfers_odd, incoming_transfers_unswept;
alter table incoming_transfers drop constraint incoming_transfers_check1;
alter table incoming_transfers alter column state drop default;
alter type incoming_state rename to former_incoming_state;
create type incoming_state as enum ('PENDING', 'CREDITED', 'TOO_SMALL', 'UNKNOWN_COIN', 'DROPPED', 'UNOWNED');
alter table incoming_transfers alter column state type incoming_state using state::text::incoming_state;
alter table incoming_transfers alter column state set default 'PENDING';
drop type former_incoming_state;
alter table incoming_transfers add column tag text;
alter table incoming_transfers alter column user_id drop not null;
alter table incoming_transfers add check (coin_id is not null or state not in ('CREDITED', 'TOO_SMALL', 'UNOWNED'));
alter table incoming_transfers add check (user_id is not null or state not in ('CREDITED', 'TOO_SMALL'));
create index incoming_transfers_pending on incoming_transfers (network, height) where state = 'PENDING';
create index incoming_transfers_odd on incoming_transfers (id desc) where state in ('TOO_SMALL', 'UNKNOWN_COIN', 'DROPPED', 'UNOWNED');
create index incoming_transfers_unswept on incoming_transfers (network, coin_id, user_id) where state = 'CREDITED' and swept_at is null;
