-- What an operator has looked at within the present hour: each look is one event of the audit log an hour, and their number is bounded.
create table operator_looks (
  operator_id bigint not null references users,
  kind text not null,
  -- The customer, the ticket, or the hash of a search.
  subject text not null,
  hour timestamptz not null,
  primary key (operator_id, kind, subject, hour)
);
