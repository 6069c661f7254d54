-- Withdrawals, from their request to their confirmation: the states are those of src/domain/outgoing-transfer.ts.

-- Bounds in whole Toman, by the worth of what leaves, for one user within an hour and within a day.
alter table account_levels
  add column withdrawal_hour_max numeric(38, 0) not null default 200000000 check (withdrawal_hour_max >= 0),
  add column withdrawal_day_max numeric(38, 0) not null default 500000000 check (withdrawal_day_max >= 0);
update account_levels set withdrawal_hour_max = 400000000, withdrawal_day_max = 1000000000 where level = 'VIP_2';
update account_levels set withdrawal_hour_max = 800000000, withdrawal_day_max = 2000000000 where level = 'VIP_3';
update account_levels set withdrawal_hour_max = 2000000000, withdrawal_day_max = 5000000000 where level = 'VIP_4';

-- What holds for all users together, in whole Toman; one row. Beyond all_hour_max, and from two_operators_from on, two operators approve.
create table withdrawal_rules (
  id smallint primary key default 1 check (id = 1),
  all_hour_max numeric(38, 0) not null check (all_hour_max >= 0),
  one_operator_from numeric(38, 0) not null check (one_operator_from >= 0),
  two_operators_from numeric(38, 0) not null check (two_operators_from >= one_operator_from),
  -- Operators have stopped everything that leaves.
  stopped boolean not null default false
);
insert into withdrawal_rules (all_hour_max, one_operator_from, two_operators_from)
  values (20000000000, 50000000, 300000000);

create type outgoing_state as enum (
  'RAISED_BY_USER', 'APPROVED', 'SIGNED', 'SENT', 'CONFIRMED', 'CANCELLED', 'REFUSED', 'FAILED'
);
alter table withdrawals
  add column state outgoing_state not null default 'RAISED_BY_USER',
  -- In base units of Toman when it was requested.
  add column worth numeric(38, 0) not null default 0 check (worth >= 0),
  add column approvals_needed smallint not null default 0 check (approvals_needed between 0 and 2),
  -- The state that it ends in once its hold is released. Set first, so that nothing is sent any more.
  add column given_up_as outgoing_state check (given_up_as in ('CANCELLED', 'REFUSED', 'FAILED')),
  -- The reason of operators, of the bank or of the network, in words.
  add column end_reason text,
  -- The reference of the bank, or the id of the network's transaction.
  add column sent_reference text,
  add column ended_at timestamptz,
  -- Set with the notice to its user.
  add column announced_at timestamptz;
update withdrawals set
  state = case status when 'CONFIRMED' then 'CONFIRMED'::outgoing_state when 'UNCONFIRMED' then 'FAILED'::outgoing_state
    else case when sending_at is null then 'RAISED_BY_USER'::outgoing_state else 'SIGNED'::outgoing_state end end,
  given_up_as = case when status = 'RAISED_BY_USER' and given_up_at is not null then 'FAILED'::outgoing_state end;
alter table withdrawals drop constraint withdrawals_sent_or_given_up, drop column status, drop column sending_at, drop column given_up_at;
alter table withdrawals add constraint withdrawals_given_up_before_sending
  check (given_up_as is null or given_up_as = 'FAILED' or state in ('RAISED_BY_USER', 'APPROVED', given_up_as));
drop type withdrawal_status;
create index withdrawals_under_way on withdrawals (state, id) where state not in ('CONFIRMED', 'CANCELLED', 'REFUSED', 'FAILED');
update withdrawals set announced_at = created_at;
create index withdrawals_to_announce on withdrawals (id) where announced_at is null;
drop index withdrawals_by_user;
create index withdrawals_by_user on withdrawals (user_id, id desc, coin_id, state);
-- What counts against the limits when the exchange starts.
create index withdrawals_by_time on withdrawals (created_at);

-- Each operator's approval of a withdrawal.
create table withdrawal_approvals (
  withdrawal_id bigint not null references withdrawals,
  operator_id bigint not null,
  at timestamptz not null,
  primary key (withdrawal_id, operator_id)
);

-- The code of a withdrawal works for this one alone: user, coin, amount, network and address.
alter table one_time_codes
  add column bound_to text,
  drop constraint one_time_codes_purpose_check,
  add constraint one_time_codes_purpose_check check (purpose in ('identity', 'handover', 'two-step', 'change-mobile', 'change-email',
    'proof', 'sign-in', 'operator-set-up', 'withdrawal')),
  add constraint one_time_codes_bound_withdrawal check ((purpose = 'withdrawal') = (bound_to is not null));
