-- When an operator last typed a code of the authenticator in this session: the login counts.
alter table operator_sessions add column proven_at timestamptz;
update operator_sessions set proven_at = created_at;
alter table operator_sessions alter column proven_at set not null;
