-- The documents of a person may be deleted; what they have proven stays proven.

alter table identities
  alter column image drop not null,
  alter column document_image drop not null,
  add column documents_deleted_at timestamptz,
  drop constraint if exists identities_check,
  add constraint identities_documents check (
    documents_deleted_at is not null or (image is not null and (back_image is not null or id_format <> 'ID_CARD'))
  );
