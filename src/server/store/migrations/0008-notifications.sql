-- Work behind the calls: leases of jobs, the outbox of everything that leaves the server later, and messages to users: notices, the ways
-- that each goes, and the events that cause them.

-- The jobs that one process runs of all that share the database. A process that has not renewed its lease in time has lost it: an advisory
-- lock would stay with a frozen process, and a standby would not know of it.
create table job_leases (
  until timestamptz not null,
  -- Grows whenever the holder changes.
  fence bigint not null default 1,
  name text primary key,
  holder text not null
);

-- Rows are put in the transaction in which their facts become true, and sent after its commit.
create table outbox (
  id bigint generated always as identity primary key,
  next_try_at timestamptz not null,
  ended_at timestamptz,
  tries smallint not null default 0,
  -- SENDING is handed to a vendor, or was when its process died. UNKNOWN without an end is looked up.
  state text not null default 'WAITING'
    check (state in ('WAITING', 'SENDING', 'SENT', 'REFUSED', 'DROPPED', 'UNKNOWN', 'GIVEN_UP')),
  -- The sender: 'SMS', 'EMAIL', 'PUSH', or 'FORMER' for the contact that an account has no more.
  kind text not null,
  -- The fact: 'notice:17'.
  key text not null,
  -- The place, where a fact goes to several of a kind: a device.
  target text not null default '',
  -- Erased at the end: a former contact.
  payload text not null default '',
  unique (key, kind, target)
);
create index outbox_due on outbox (kind, next_try_at) where ended_at is null;

-- A notice is written together with the change that it reports. The app shows every notice; each way that it goes beside the app is a row
-- of the outbox.
create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null,
  -- JSON: the values that its sentence names.
  params text not null,
  at timestamptz not null,
  -- The mobile number or e-mail address that the account had before it was changed: it is notified too, and erased afterwards.
  former_contact text,
  -- A newer notice of the same topic replaces an older one: 'order:17'.
  topic text,
  replaced_at timestamptz,
  -- The name of one event, so that a user is notified of it once: 'order:17:filled'.
  event_key text,
  due_at timestamptz not null,
  read_at timestamptz,
  -- The time at which the ways that it goes became rows.
  routed_at timestamptz
);
create index notices_of_user on notices (user_id, id) where replaced_at is null;
create index notices_to_route on notices (due_at) where routed_at is null and replaced_at is null;
create index notices_by_topic on notices (user_id, topic) where topic is not null and replaced_at is null;
create unique index notices_once on notices (user_id, event_key) where event_key is not null;

create table notification_preferences (
  user_id bigint primary key references users,
  -- The differences from the usual choices: {"ORDERS": {"EMAIL": true}}.
  choices jsonb not null default '{}',
  -- Minutes of the day in Tehran.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  shows_amounts boolean not null default true,
  check ((quiet_from is null) = (quiet_to is null))
);

-- Browsers that notifications are pushed to. A browser belongs to the session that it was signed in with, and ends with it.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  session_id bigint not null unique references sessions on delete cascade,
  -- SHA-256: a browser is reached in one place.
  endpoint_hash bytea not null unique,
  -- The place and its keys: anyone who has them can write to the browser, and read what is written.
  sealed bytea not null,
  created_at timestamptz not null,
  renewed_at timestamptz not null
);
create index push_subscriptions_by_user on push_subscriptions (user_id, renewed_at desc);

-- The trade and the entry up to which the orders of customers were searched for events that their owners are notified of.
create table order_notice_cursor (
  id smallint primary key check (id = 1),
  last_trade_id bigint not null,
  last_seq bigint not null
);
insert into order_notice_cursor (id, last_trade_id, last_seq) values (1, 0, 0);

-- Prices that users wait for. An alert is deleted in the transaction that writes its notice: every row is open.
create table price_alerts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  market_id smallint not null references markets,
  kind text not null check (kind in ('ABOVE', 'BELOW', 'PERCENT')),
  percent text,
  above numeric(38, 0) check (above > 0),
  below numeric(38, 0) check (below > 0),
  created_at timestamptz not null,
  check (above is not null or below is not null),
  check ((kind = 'PERCENT') = (percent is not null))
);
create index price_alerts_by_user on price_alerts (user_id, id desc);

-- The newest trade up to which every alert was compared: the next start compares the trades that a stop has cut off.
create table price_alert_cursor (
  id smallint primary key default 1 check (id = 1),
  last_trade_id bigint not null
);
insert into price_alert_cursor (last_trade_id) values (0);
