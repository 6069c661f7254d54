-- The public texts, in Persian and English: every version that was ever written, and which of them is published.

create table content_entries (
  id bigint generated always as identity primary key,
  -- HEADING: an entry of the user manual stands below the last heading before it. Operators own headings as they do entries.
  kind text not null check (kind in ('INFO', 'PAGE', 'FAQ', 'MANUAL', 'HEADING', 'ARTICLE')),
  -- The slug of an article is the name of its coin.
  slug text not null check (slug ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$'),
  -- Lists are in this order, then in that of their slugs.
  position integer not null check (position between 0 and 9999),
  created_at timestamptz not null,
  -- Absent where the row came with the product.
  created_by bigint references users,
  unique (kind, slug)
);

-- The text of an entry in each language, and where its versions stand.
create table content_texts (
  entry_id bigint not null references content_entries,
  language text not null check (language in ('fa', 'en')),
  -- 0: the text has not been written yet.
  newest integer not null default 0 check (newest >= 0),
  published integer check (published between 1 and newest),
  -- An operator has written or published the text: the product's own text changes it no more.
  by_operator boolean not null default false,
  primary key (entry_id, language)
);

create table content_versions (
  entry_id bigint not null,
  language text not null,
  version integer not null check (version > 0),
  title text not null check (char_length(title) <= 200),
  -- Markdown; of INFO a JSON object.
  body text not null check (char_length(body) <= 25000),
  at timestamptz not null,
  -- Absent where the row came with the product.
  operator_id bigint references users,
  primary key (entry_id, language, version),
  foreign key (entry_id, language) references content_texts
);

-- Each publication, newest last; without a version the text was withdrawn.
create table content_publications (
  id bigint generated always as identity primary key,
  entry_id bigint not null,
  language text not null,
  version integer,
  at timestamptz not null,
  operator_id bigint references users,
  reason text check (char_length(reason) between 3 and 300),
  check ((operator_id is null) = (reason is null)),
  foreign key (entry_id, language) references content_texts,
  foreign key (entry_id, language, version) references content_versions
);
create index content_publications_by_text on content_publications (entry_id, language, id desc);

create trigger content_versions_are_append_only before update or delete or truncate on content_versions
  for each statement execute function refuse_change();
create trigger content_publications_are_append_only before update or delete or truncate on content_publications
  for each statement execute function refuse_change();

-- The revision grows with every change of the published texts: processes that keep them in memory compare it.
create table content_revision (
  singleton boolean primary key default true check (singleton),
  revision bigint not null
);
insert into content_revision (revision) values (0);
