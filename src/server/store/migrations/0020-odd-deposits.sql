-- Operators see dropped payments beside those that are credited to nobody.
drop index incoming_transfers_odd;
create index incoming_transfers_odd on incoming_transfers (id desc) where state in ('TOO_SMALL', 'UNKNOWN_COIN', 'DROPPED');
