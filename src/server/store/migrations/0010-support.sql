-- Support: tickets, their messages, and the ready answers of the operators.

create type ticket_status as enum ('OPENED', 'PENDING', 'CUSTOMER_ANSWERED', 'ADMIN_ANSWERED');

create table tickets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  subject text not null check (char_length(subject) between 1 and 100),
  type text not null check (type in ('TECHNICAL', 'GENERAL')),
  status ticket_status not null,
  created_at timestamptz not null,
  -- Of the newest message that its customer sees.
  updated_at timestamptz not null,
  -- The customer has waited for an answer since then; absent where an operator has answered or closed.
  waits_since timestamptz,
  first_answered_at timestamptz,
  closed_at timestamptz,
  -- The operator who has taken it.
  assigned_to bigint references users,
  -- The subject's row: an order, a deposit or a withdrawal of the same user.
  about_kind text check (about_kind in ('ORDER', 'DEPOSIT', 'WITHDRAWAL')),
  about_id bigint,
  -- The sender's name of the ticket, so that the same ticket sent twice is one.
  client_key text,
  -- SHA-256 of all that was sent.
  content_hash bytea not null,
  check ((about_kind is null) = (about_id is null)),
  check ((waits_since is null) = (status = 'ADMIN_ANSWERED')),
  check (closed_at is null or status = 'ADMIN_ANSWERED')
);
create index tickets_by_user on tickets (user_id, id desc);
create unique index tickets_by_key on tickets (user_id, client_key) where client_key is not null;
create index tickets_waiting on tickets (waits_since, id) where waits_since is not null;
create index tickets_assigned on tickets (assigned_to, id) where closed_at is null;
create index tickets_answered on tickets (id) where status = 'ADMIN_ANSWERED' and closed_at is null;
create index tickets_closed on tickets (id) where closed_at is not null;
create index tickets_by_first_answer on tickets (first_answered_at) where first_answered_at is not null;

create table ticket_messages (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets,
  at timestamptz not null,
  -- Absent where the customer has written.
  operator_id bigint references users,
  -- For operators alone: no call of a customer reads these rows.
  internal boolean not null default false,
  text text check (char_length(text) between 1 and 4000),
  -- A file of the folder of sealed files.
  file_name text unique,
  file_bytes integer,
  client_key text,
  content_hash bytea not null,
  check (text is not null or file_name is not null),
  check ((file_name is null) = (file_bytes is null)),
  check (not internal or operator_id is not null)
);
create index ticket_messages_by_ticket on ticket_messages (ticket_id, id desc) where not internal;
create index ticket_messages_of_all on ticket_messages (ticket_id, id desc);
create unique index ticket_messages_by_key on ticket_messages (ticket_id, client_key) where client_key is not null;

create table canned_answers (
  id bigint generated always as identity primary key,
  title text not null check (char_length(title) between 1 and 80),
  fa text not null check (char_length(fa) between 1 and 4000),
  en text not null check (char_length(en) between 1 and 4000),
  changed_by bigint references users,
  changed_at timestamptz not null,
  -- A ready answer that is sent twice is one: the sender's name of it, SHA-256 of the content, and the time. Absent of those that came with
  -- the product.
  client_key text,
  content_hash bytea,
  added_at timestamptz
);
create unique index canned_answers_by_key on canned_answers (client_key) where client_key is not null;

insert into canned_answers (title, fa, en, changed_at) values
  ('واریز در انتظار · Deposit pending',
   'سلام، پرداخت شما را در درگاه استعلام کردیم و هنوز نتیجهٔ نهایی نیامده است. اگر مبلغ از حسابتان کم شده باشد، حداکثر تا ۷۲ ساعت به کیف پول شما واریز می‌شود یا به کارتتان برمی‌گردد.',
   'Hello, we asked the payment gateway about your payment and there is no final result yet. If the amount has left your account, it will be credited to your wallet or returned to your card within 72 hours.',
   now()),
  ('مدارک احراز هویت · Identity documents',
   'سلام، لطفاً از صفحهٔ حساب کاربری، تصویر خوانای کارت ملی و دست‌نوشته را دوباره بفرستید. مدارک را در این گفتگو نفرستید.',
   'Hello, please send readable photos of your national ID card and the handwritten note again from your account page. Do not send documents in this conversation.',
   now()),
  ('درخواست اطلاعات بیشتر · More details needed',
   'سلام، برای بررسی لطفاً زمان تقریبی، مبلغ و در صورت امکان تصویر صفحه را بفرستید. رمز عبور یا کد تأیید را برای هیچ‌کس نفرستید؛ پشتیبانی هرگز آن را نمی‌پرسد.',
   'Hello, to look into this, please send the approximate time, the amount and, if you can, a screenshot. Never send anyone your password or a verification code; support never asks for them.',
   now());
