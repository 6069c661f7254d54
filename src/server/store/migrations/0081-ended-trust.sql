-- Grows whenever sign-ins under way end, so that one which was begun before and is written down after is known for what it is.
alter table users add column trust_version bigint not null default 0;
alter table sign_in_flows add column trust_version bigint not null default 0;
create index sign_in_flows_by_user on sign_in_flows (user_id) where user_id is not null;
