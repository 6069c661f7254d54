-- What each operator is there for. Those who were operators before roles existed could do everything.
alter table users add column operator_roles text[] not null default '{}'
  check (operator_roles <@ array['READ', 'SUPPORT', 'FINANCE', 'RISK', 'ADMIN']);
update users set operator_roles = array['ADMIN'] where role = 'OPERATOR';
alter table users add constraint users_operators_have_roles check ((role = 'OPERATOR') = (cardinality(operator_roles) > 0));
create index users_operators on users (id) where role = 'OPERATOR';

-- What else takes two operators. What a proposal concerns that is no user: a market, a coin, a level.
alter table proposals drop constraint proposals_kind_check;
alter table proposals
  add constraint proposals_kind_check check (kind in (
    'APPOINT_SUPERVISOR', 'ADD_OPERATOR', 'CHANGE_ROLES', 'CHANGE_MARKET', 'CHANGE_LEVEL', 'ADD_COIN', 'ADD_MARKET', 'BROADCAST'
  )),
  add column subject text check (char_length(subject) between 1 and 60);
create unique index proposals_open_by_subject on proposals (kind, subject) where decision is null and subject is not null;
