-- Operators: people with an account of their own that never trades, sessions of their own, and a second person for what one alone may not
-- do.

-- The end is absolute: nothing prolongs a session.
create table operator_sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The last time that the operator typed a code of the authenticator in this session: the login counts.
  proven_at timestamptz not null,
  ip text not null,
  device text not null
);
create index operator_sessions_by_user on operator_sessions (user_id);
create index operator_sessions_by_expiry on operator_sessions (expires_at);

-- Set-ups under way, each of the browser that began it. The keys hold once a code of the new authenticator has come back. A code is shown
-- to the operator who approves, and handed over to the new one: first keys need it beside the code by SMS.
create table operator_set_ups (
  id bigint generated always as identity unique,
  token_hash bytea primary key,
  user_id bigint not null references users,
  begun_at timestamptz not null,
  password_hash text,
  totp_secret bytea,
  check ((password_hash is null) = (totp_secret is null))
);
create index operator_set_ups_by_user on operator_set_ups (user_id);
create trigger operator_set_ups_end_codes after delete on operator_set_ups
  for each row execute function delete_its_code('operator-set-up', 'id');

-- The views of an operator within the present hour: each view is one event of the audit log an hour. Their number is bounded by the hour
-- and by the day.
create table operator_looks (
  operator_id bigint not null references users,
  kind text not null,
  -- The customer, the ticket, or the hash of a search.
  subject text not null,
  hour timestamptz not null,
  -- A list counts by the customers that it shows.
  rows integer not null default 1 check (rows > 0),
  primary key (operator_id, kind, subject, hour)
);

-- The changes that one operator has proposed and another must approve.
create table proposals (
  id bigint generated always as identity primary key,
  -- The kinds are in the table of src/domain/operator-rights.ts, which the compiler keeps complete.
  kind text not null check (kind ~ '^[A-Z_]{3,40}$'),
  -- The user concerned; absent where the approval makes the account.
  user_id bigint references users,
  -- The market, coin or level concerned.
  subject text check (char_length(subject) between 1 and 60),
  -- JSON, as its kind has it.
  payload text not null,
  reason text not null check (char_length(reason) between 3 and 300),
  proposed_by bigint not null references users,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  decision text check (decision in ('APPROVED', 'REFUSED')),
  decided_by bigint references users,
  decided_at timestamptz,
  decision_reason text check (char_length(decision_reason) between 3 and 300),
  -- The time at which all that the approval orders was done: its credits are commands to the exchange, which come after the commit.
  executed_at timestamptz,
  -- An approval whose orders could not be given yet: the last try, the number of tries, and the obstacle.
  failed_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  failure text check (char_length(failure) <= 300),
  check ((decision is null) = (decided_by is null)),
  check ((decision is null) = (decided_at is null)),
  check ((decision is null) = (decision_reason is null)),
  check (executed_at is null or decision = 'APPROVED'),
  constraint proposals_four_eyes check (decision <> 'APPROVED' or decided_by <> proposed_by)
);
create unique index proposals_open_by_user on proposals (kind, user_id) where decision is null and user_id is not null;
create unique index proposals_open_by_subject on proposals (kind, subject) where decision is null and subject is not null;
create index proposals_open on proposals (id desc) where decision is null;
create index proposals_to_execute on proposals (id) where decision = 'APPROVED' and executed_at is null;
-- Before each proposal the number of those that its operator has made is counted.
create index proposals_by_operator on proposals (proposed_by, proposed_at);

-- Messages that operators have written to many users together. Each user's copy is a notice of the outbox.
create table broadcasts (
  id bigint generated always as identity primary key,
  -- The sender's name of the message, so that a repeated press sends it once.
  client_key text not null unique,
  -- JSON: the filter of its receivers, and its words in both languages.
  receiver_filter text not null,
  messages text not null,
  receivers bigint not null check (receivers >= 0),
  sent_by bigint not null references users,
  sent_at timestamptz not null,
  -- Whether an operator sent the message without another's approval: all those of a day together have a bound.
  sent_alone boolean not null default true
);
create index broadcasts_sent_alone on broadcasts (sent_by, sent_at) where sent_alone;

-- Notes of operators about a customer, which no customer sees.
create table user_notes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  operator_id bigint not null references users,
  at timestamptz not null,
  text text not null check (char_length(text) between 3 and 2000)
);
create index user_notes_by_user on user_notes (user_id, id desc);
