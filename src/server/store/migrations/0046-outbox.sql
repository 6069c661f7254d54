-- One outbox: the app shows every notice, and each way that a notice goes beside it is a row of its own, with tries of its own.

create table notice_deliveries (
  notice_id bigint not null references notices on delete cascade,
  -- 'SMS', 'EMAIL', 'PUSH', or 'FORMER': the contact that the account has no more.
  channel text not null,
  -- Where it goes, where a user has several: a device, a former contact (erased once it was told). Empty: the user's own contact.
  target text not null default '',
  -- SENDING is handed to a vendor, or was when its process died.
  state text not null default 'WAITING'
    check (state in ('WAITING', 'SENDING', 'SENT', 'REFUSED', 'DROPPED', 'UNKNOWN', 'GIVEN_UP')),
  tries smallint not null default 0,
  next_try_at timestamptz not null,
  ended_at timestamptz,
  primary key (notice_id, channel, target)
);
create index notice_deliveries_due on notice_deliveries (channel, next_try_at) where ended_at is null;

insert into notice_deliveries (notice_id, channel, target, tries, next_try_at)
  select id, channel, target, tries, next_try_at from notices cross join lateral (values
    ('SMS', '', sms_done_at is null),
    ('EMAIL', '', email_done_at is null),
    ('FORMER', coalesce(former_contact, ''), former_contact is not null and former_done_at is null)
  ) as way (channel, target, waits)
  where waits;

drop index notices_to_send;
alter table notices
  drop column sms_done_at,
  drop column email_done_at,
  drop column former_done_at,
  drop column tries,
  -- A newer notice of the same topic stands in the place of an older one: 'order:17'.
  add column topic text,
  add column replaced_at timestamptz,
  -- What one event is known by, so that a user is told of it once: 'order:17:filled'.
  add column event_key text,
  add column read_at timestamptz,
  -- When the ways that it goes became rows.
  add column routed_at timestamptz;
alter table notices rename column next_try_at to due_at;
update notices set read_at = at, routed_at = at, former_contact = null;

create index notices_of_user on notices (user_id, id) where replaced_at is null;
create index notices_to_route on notices (due_at) where routed_at is null and replaced_at is null;
create index notices_by_topic on notices (user_id, topic) where topic is not null and replaced_at is null;
create unique index notices_once on notices (user_id, event_key) where event_key is not null;

create table notification_preferences (
  user_id bigint primary key references users,
  -- What differs from the usual: {"ORDERS": {"EMAIL": true}}.
  choices jsonb not null default '{}',
  -- Minutes of the day in Tehran.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  shows_amounts boolean not null default true,
  check ((quiet_from is null) = (quiet_to is null))
);
