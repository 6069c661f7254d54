-- Notices: who had the contact that was changed is told as well, at the contact that the account has no more.
alter table notices
  -- A mobile number or an e-mail address, erased once it was told.
  add column former_contact text,
  add column former_done_at timestamptz;
drop index notices_to_send;
create index notices_to_send on notices (next_try_at)
  where sms_done_at is null or email_done_at is null or (former_contact is not null and former_done_at is null);

-- How far the chain of the audit log is proven: each start goes on from there.
create table audit_proofs (
  singleton boolean primary key default true check (singleton),
  last_id bigint not null,
  last_hash bytea not null,
  at timestamptz not null,
  -- The first thing that did not fit, as a sentence; it stands until a check of the whole log finds none.
  fault text
);
insert into audit_proofs (last_id, last_hash, at) values (0, decode(repeat('00', 32), 'hex'), now());
