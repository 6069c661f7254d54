-- What operators have written to many users at once. Each user's copy is a notice of the outbox.
create table broadcasts (
  id bigint generated always as identity primary key,
  -- What its sender calls it, so that a press that is repeated sends it once.
  client_key text not null unique,
  -- JSON: whom it was written to, and its words in both languages.
  receiver_filter text not null,
  messages text not null,
  receivers bigint not null check (receivers >= 0),
  sent_by bigint not null references users,
  sent_at timestamptz not null
);
