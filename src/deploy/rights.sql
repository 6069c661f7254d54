-- The rights of the processes in the database. The writer is the owner of the tables; processes that answer and the one with the jobs log in by a
-- role that is a member of `kimia_api`, and cannot write what the writer alone decides. The owner runs this once the writer has made the tables;
-- it may run again at any time, and new tables get the same rights by themselves:
--   psql -f rights.sql kimia
--   create role answering login password '…' in role kimia_api;
do $$ begin
  if not exists (select from pg_roles where rolname = 'kimia_api') then create role kimia_api nologin; end if;
end $$;

grant usage on schema public to kimia_api;
grant select, insert, update, delete on all tables in schema public to kimia_api;
grant usage, select on all sequences in schema public to kimia_api;
alter default privileges in schema public grant select, insert, update, delete on tables to kimia_api;
alter default privileges in schema public grant usage, select on sequences to kimia_api;

-- Orders, trades, money and the answers to commands; who writes; what was proven of them; and the form of the database.
revoke insert, update, delete on
  leader, orders, trades, holds, ledger_entries, balances, referral_rewards, outcomes,
  ledger_proofs, proven_balances, proven_orders, proven_fees, audit_proofs, schema_migrations
from kimia_api;
-- The writer alone raises a withdrawal; others follow its way, and change neither what leaves nor where it goes.
revoke insert, update, delete on withdrawals from kimia_api;
grant update (state, given_up_as, end_reason, sent_reference, ended_at, announced_at) on withdrawals to kimia_api;
-- The command that restores says so; operators only note that they have compared.
revoke insert, update, delete on restores from kimia_api;
grant update (compared_at) on restores to kimia_api;

-- A process reports itself, but none of these may pose as a writer, change what a process is, or forget one that was just seen. Which of them writes
-- a row the database does not know, since they share their rights: one may report for another, or order its drain.
revoke update on processes from kimia_api;
grant update (seen_at, ended_at, state, drain_wanted_at, drain_wanted_by) on processes to kimia_api;
alter table processes enable row level security;
alter table job_runs enable row level security;
drop policy if exists seen on processes;
drop policy if exists reported on processes;
drop policy if exists changed on processes;
drop policy if exists forgotten on processes;
drop policy if exists seen on job_runs;
drop policy if exists reported on job_runs;
create policy seen on processes for select to kimia_api using (true);
create policy reported on processes for insert to kimia_api with check (role in ('api', 'jobs'));
create policy changed on processes for update to kimia_api using (role in ('api', 'jobs'));
create policy forgotten on processes for delete to kimia_api using (seen_at < now() - interval '1 hour');
create policy seen on job_runs for select to kimia_api using (true);
create policy reported on job_runs to kimia_api
  using (exists (select from processes where id = process_id and role in ('api', 'jobs')));
