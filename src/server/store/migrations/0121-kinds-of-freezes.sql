-- By whose right an operator froze an account, who it was, and why. A freeze of before is taken for one of risk, which only risk ends.
alter table users
  add column freeze_kind text check (freeze_kind in ('SUPPORT', 'RISK')),
  add column frozen_by_operator bigint references users,
  add column freeze_reason text check (char_length(freeze_reason) <= 300);
update users set freeze_kind = 'RISK' where blocked_by = 'OPERATOR' and role = 'CUSTOMER';
