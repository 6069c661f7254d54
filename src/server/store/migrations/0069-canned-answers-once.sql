-- A ready answer that is sent twice is one: what its sender calls it, SHA-256 of what was sent, and when. Absent of those that came with the product.

alter table canned_answers
  add column client_key text,
  add column content_hash bytea,
  add column added_at timestamptz;
create unique index canned_answers_by_key on canned_answers (client_key) where client_key is not null;
