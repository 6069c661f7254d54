-- Operators: people with an account of their own that never trades, sessions of their own, and a second person for what one alone may not do.

-- What an operator is called beside what that operator did.
alter table users
  add column operator_name text check (char_length(operator_name) between 2 and 80),
  -- A level that an operator has set stays, whatever the user trades.
  add column level_set_by_hand boolean not null default false,
  add check (role <> 'OPERATOR' or operator_name is not null);

-- Absolute: nothing prolongs one.
create table operator_sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  device text not null
);
create index operator_sessions_by_user on operator_sessions (user_id);
create index operator_sessions_by_expiry on operator_sessions (expires_at);

-- What one operator has proposed and another must approve.
create table proposals (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('APPOINT_SUPERVISOR', 'ADD_OPERATOR')),
  -- Whom it concerns; absent where the account is made by the approval.
  user_id bigint references users,
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
  -- When all that the approval orders was done: its credits are commands to the exchange, which come after the commit.
  executed_at timestamptz,
  check ((decision is null) = (decided_by is null)),
  check ((decision is null) = (decided_at is null)),
  check ((decision is null) = (decision_reason is null)),
  check (executed_at is null or decision = 'APPROVED'),
  constraint proposals_four_eyes check (decision <> 'APPROVED' or decided_by <> proposed_by)
);
create unique index proposals_open_by_user on proposals (kind, user_id) where decision is null and user_id is not null;
create index proposals_open on proposals (id desc) where decision is null;
create index proposals_to_execute on proposals (id) where decision = 'APPROVED' and executed_at is null;

-- What operators search people by: the beginning of a number, of a national code, of a name.
create index users_by_mobile_prefix on users (mobile text_pattern_ops, id desc);
create index identities_by_code_prefix on identities (national_code text_pattern_ops);
create index identities_by_name_prefix on identities ((first_name || ' ' || last_name) text_pattern_ops);
create index identities_by_last_name_prefix on identities (last_name text_pattern_ops);

-- An operator's account holds no session of a customer, whatever the way to it.
create function refuse_operators_session() returns trigger language plpgsql as $$
begin
  if exists (select 1 from users where id = new.user_id and role = 'OPERATOR') then
    raise exception 'an operator signs in to the console alone';
  end if;
  return new;
end $$;
create trigger sessions_of_customers before insert on sessions for each row execute function refuse_operators_session();
