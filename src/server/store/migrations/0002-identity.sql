-- The identity of users: their forms, their documents and their bank cards.

-- The id distinguishes this database, and every copy of it, from all others: the folder of uploaded files bears the same id.
create table installation (
  singleton boolean primary key default true check (singleton),
  id text not null default gen_random_uuid()::text
);
insert into installation default values;

create type id_format as enum ('ID_CARD', 'PASSPORT', 'DRIVER_LICENSE');

-- The form of a user, and whether it was confirmed. A national number is its user's once the registry or an operator has confirmed the
-- form; a form that is only kept takes nothing from anybody. Pictures are names of files outside the database. The documents of a
-- person may be deleted, and what they have proven stays proven.
create table identities (
  user_id bigint primary key references users,
  national_code text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  birth_day date not null,
  -- Absent for users outside Iran, who have no landline and a foreign mobile number.
  telephone text,
  foreign_mobile text,
  state text not null,
  city text not null,
  postal_code text not null,
  address text not null,
  id_format id_format not null,
  image text,
  back_image text,
  document_image text,
  documents_deleted_at timestamptz,
  submitted_at timestamptz not null,
  confirmed_at timestamptz,
  -- The fault that an operator, or the registry asked again, found: a name of `src/contract/hand-back-reasons.ts`, or an operator's own
  -- words.
  handed_back_reason text,
  handed_back_at timestamptz,
  constraint identities_documents check (
    documents_deleted_at is not null or (image is not null and (back_image is not null or id_format <> 'ID_CARD'))
  ),
  check ((handed_back_reason is null) = (handed_back_at is null))
);
create unique index identities_national_code on identities (national_code) where confirmed_at is not null;
-- The hourly search for abandoned pictures asks which of them a row names.
create index identities_by_image on identities (image);
create index identities_by_back_image on identities (back_image);
create index identities_by_document_image on identities (document_image);
-- Operators search people by the beginning of a national number or of a name, and by the address of the form. A proven address is unique
-- in users already.
create index identities_by_code_prefix on identities (national_code text_pattern_ops);
create index identities_by_name_prefix on identities ((first_name || ' ' || last_name) text_pattern_ops);
create index identities_by_last_name_prefix on identities (last_name text_pattern_ops);
create index identities_by_email on identities (email);

-- The reason why a form waits, one row for each user whose form does.
create table identity_reviews (
  user_id bigint primary key references users,
  opened_at timestamptz not null,
  -- JSON list of `{what, percent?, card?}`: `src/domain/identity-doubt.ts`.
  doubts text not null,
  registry_tries smallint not null default 0,
  -- The registry is asked again at this time; absent where an operator has to look.
  next_try_at timestamptz,
  -- The operator who looks at the form, so that two do not do so at a time; a claim keeps nobody away.
  claimed_by bigint references users,
  claimed_at timestamptz,
  check ((claimed_by is null) = (claimed_at is null))
);
create index identity_reviews_to_ask on identity_reviews (next_try_at) where next_try_at is not null;
create index identity_reviews_by_age on identity_reviews (opened_at, user_id);

create table bank_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  position smallint not null,
  card_number text not null,
  sheba text not null,
  verified_at timestamptz,
  -- A card may be unverified though its owner is verified: since when, because the bank would not name its owner or an operator has
  -- withdrawn the verification.
  doubted_at timestamptz,
  unique (user_id, position),
  check (doubted_at is null or verified_at is null)
);
create unique index bank_accounts_card on bank_accounts (card_number) where verified_at is not null;
create unique index bank_accounts_sheba on bank_accounts (sheba) where verified_at is not null;
