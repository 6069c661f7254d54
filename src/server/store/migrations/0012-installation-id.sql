-- Tells this database, and every copy of it, from all others: the folder of uploaded files bears the same id.
create table installation (
  singleton boolean primary key default true check (singleton),
  id text not null default gen_random_uuid()::text
);
insert into installation default values;
