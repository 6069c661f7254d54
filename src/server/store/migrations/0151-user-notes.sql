-- Notes of operators about a customer, which no customer sees.
create table user_notes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  operator_id bigint not null references users,
  at timestamptz not null,
  text text not null check (char_length(text) between 3 and 2000)
);
create index user_notes_by_user on user_notes (user_id, id desc);
