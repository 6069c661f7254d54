-- Several codes of one inviter, each with what it gives the friend of the inviter's share, and what each friend has brought.

-- Beside the first code of each user, which gives nothing and has eight letters: these have nine, so that the two never meet.
create table referral_codes (
  code text primary key check (code ~ '^[0-9A-Z]{9}$'),
  user_id bigint not null references users,
  friend_share_ppm integer not null check (friend_share_ppm in (0, 50000, 100000, 150000)),
  created_at timestamptz not null
);
create index referral_codes_by_user on referral_codes (user_id, created_at);

alter table users
  -- The code that a friend signed up with, where it was not the first one of the inviter; and what of the own fees it gives back.
  add column invited_with text references referral_codes,
  add column friend_share_ppm integer check (friend_share_ppm > 0 and friend_share_ppm <= 150000),
  add check (friend_share_ppm is null or invited_by is not null);
drop index users_by_inviter;
create index users_by_inviter on users (invited_by, id) where invited_by is not null;

create index users_by_code on users (invited_with) where invited_with is not null;

alter table sign_in_flows add column invited_with text references referral_codes;

-- An order keeps the share that it was placed with; null where its user gets nothing back.
alter table orders add column friend_share_ppm integer check (friend_share_ppm > 0 and friend_share_ppm <= 150000);

-- What went back to the invitee of the same fee.
alter table referral_rewards
  add column friend_amount numeric(38, 0) not null default 0 check (friend_amount >= 0 and friend_amount <= amount),
  add column friend_value_in_toman numeric(38, 0) check (friend_value_in_toman >= 0);

-- What each invitee's fees have brought the inviter and the invitee, in Toman's base units: the sums up to counted_trades.last_trade_id.
create table invitee_totals (
  invitee_id bigint primary key,
  value_in_toman numeric(38, 0) not null,
  friend_value_in_toman numeric(38, 0) not null
);
insert into invitee_totals
  select invitee_id, coalesce(sum(value_in_toman), 0), 0 from referral_rewards
  where trade_id <= (select last_trade_id from counted_trades) group by invitee_id;
