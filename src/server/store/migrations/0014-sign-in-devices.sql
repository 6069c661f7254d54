-- What a client says of its device when a sign-in begins: the login history shows it where the code came without.
alter table sign_in_flows
  add column os_type text not null default 'UNKNOWN',
  add column device_type text not null default 'UNKNOWN',
  add column browser text not null default 'UNKNOWN';
