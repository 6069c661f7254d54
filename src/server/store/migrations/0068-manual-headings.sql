-- Headings of the user manual, which operators own as they do its entries: an entry stands below the last heading before it.
alter table content_entries drop constraint content_entries_kind_check;
alter table content_entries add constraint content_entries_kind_check
  check (kind in ('INFO', 'PAGE', 'FAQ', 'MANUAL', 'HEADING', 'ARTICLE'));
