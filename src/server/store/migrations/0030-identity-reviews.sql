-- Forms that are kept although nobody has confirmed them yet, and the countries of users.

-- A number is its user's once the registry or an operator has confirmed the form. A form that is only kept takes nothing from anybody.
alter table identities
  add column confirmed_at timestamptz,
  -- What an operator, or the registry asked again, found wrong: a name of `src/contract/hand-back-reasons.ts`, or an operator's own words.
  add column handed_back_reason text,
  add column handed_back_at timestamptz,
  -- Of users outside Iran, who have no landline.
  add column foreign_mobile text,
  add check ((handed_back_reason is null) = (handed_back_at is null)),
  alter column telephone drop not null,
  alter column document_image drop not null,
  drop constraint identities_national_code;
update identities set confirmed_at = submitted_at;
create unique index identities_national_code on identities (national_code) where confirmed_at is not null;

alter table bank_accounts
  alter column verified_at drop not null,
  drop constraint bank_accounts_card,
  drop constraint bank_accounts_sheba;
create unique index bank_accounts_card on bank_accounts (card_number) where verified_at is not null;
create unique index bank_accounts_sheba on bank_accounts (sheba) where verified_at is not null;

alter table users add column country text;
update users set country = 'Iran' where exists (select from identities where user_id = users.id);

-- Why a form waits, one row for each user whose form does.
create table identity_reviews (
  user_id bigint primary key references users,
  opened_at timestamptz not null,
  -- JSON list of `{what, percent?, card?}`: `src/domain/identity-doubt.ts`.
  doubts text not null,
  registry_tries smallint not null default 0,
  -- When the registry is asked again; absent where an operator has to look.
  next_try_at timestamptz
);
create index identity_reviews_to_ask on identity_reviews (next_try_at) where next_try_at is not null;
create index identity_reviews_by_age on identity_reviews (opened_at, user_id);
