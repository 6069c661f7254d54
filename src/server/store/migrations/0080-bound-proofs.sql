-- A proof beside the login is for one purpose, and what lasts waits for a day on a new device.
alter table sessions
  -- What the last proof beside the login was for. Absent: for nothing that asks for one of its own.
  add column proven_for text check (proven_for in ('PASSWORD', 'TWO_STEP', 'MOBILE', 'EMAIL', 'ACCESS')),
  -- From then on the session may be given what lasts: its login where the device was known, else a day later.
  add column trusted_from timestamptz;
update sessions set trusted_from = created_at;
alter table sessions alter column trusted_from set not null;

-- A code is for what it was asked for alone.
alter table proof_codes
  add column purpose text check (purpose in ('PASSWORD', 'TWO_STEP', 'MOBILE', 'EMAIL', 'ACCESS'));

-- Since when the authenticator is there: one that was added by a thief's login proves nothing for it.
alter table users add column totp_since timestamptz;
update users set totp_since = created_at where totp_secret is not null;

-- A change belongs to the session that began it.
delete from two_step_changes;
alter table two_step_changes add column session_id bigint not null references sessions on delete cascade;
create index two_step_changes_by_session on two_step_changes (session_id);
delete from contact_changes;
alter table contact_changes add column session_id bigint not null references sessions on delete cascade;
create index contact_changes_by_session on contact_changes (session_id);

-- A browser is trusted a day after its first login, however often it logs in meanwhile, and a session knows its browser.
alter table known_devices add column trusted_from timestamptz;
update known_devices set trusted_from = last_used_at;
alter table known_devices alter column trusted_from set not null;
alter table sessions add column device_hash bytea;
