-- Which kinds of proposals there are is said by the table in src/domain/operator-rights.ts, which the compiler holds complete.
alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check check (kind ~ '^[A-Z_]{3,40}$');
