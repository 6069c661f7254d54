-- The rights of the processes in the database. The writer is the owner of the tables. A process that answers logs in by a role that is a member of
-- `kimia_api`, and the process with the jobs by a member of `kimia_jobs`. Neither can write what the writer alone decides, or what the other alone
-- writes. The owner runs this once the writer has made the tables; it may run again at any time, and until then both may write tables that are new:
--   psql -f rights.sql kimia
--   create role answering login password '…' in role kimia_api;
--   create role working login password '…' in role kimia_jobs;
-- An installation that had one role for both moves the login of its jobs: `create role kimia_jobs nologin; grant kimia_jobs to …` before this runs,
-- and `revoke kimia_api from …` after it.

-- All in one transaction, so that no process meets half of the rights.
begin;

do $$ declare name text; begin
  foreach name in array array['kimia_api', 'kimia_jobs'] loop
    continue when exists (select from pg_roles where rolname = name);
    begin
      execute format('create role %I nologin', name);
    exception when unique_violation or duplicate_object then null; -- Made meanwhile, for another database of this server.
    end;
  end loop;
end $$;

grant usage on schema public to kimia_api, kimia_jobs;
grant select, insert, update, delete on all tables in schema public to kimia_api, kimia_jobs;
grant usage, select on all sequences in schema public to kimia_api, kimia_jobs;
alter default privileges in schema public grant select, insert, update, delete on tables to kimia_api, kimia_jobs;
alter default privileges in schema public grant usage, select on sequences to kimia_api, kimia_jobs;

-- The writer alone: orders, trades, money and the answers to commands; who writes; what was proven of them; and the form of the database.
revoke insert, update, delete on
  leader, orders, trades, holds, ledger_entries, balances, referral_rewards, outcomes,
  ledger_proofs, proven_balances, proven_orders, proven_fees, audit_proofs, schema_migrations
from kimia_api, kimia_jobs;
-- The writer alone raises a withdrawal; others follow its way, and change neither what leaves nor where it goes.
revoke insert, update, delete on withdrawals from kimia_api, kimia_jobs;
grant update (state, given_up_as, end_reason, sent_reference, ended_at) on withdrawals to kimia_api, kimia_jobs;
grant update (announced_at) on withdrawals to kimia_jobs;
-- The command that restores says so; operators only note that they have compared.
revoke insert, update, delete on restores from kimia_api, kimia_jobs;
grant update (compared_at) on restores to kimia_api;

-- The jobs alone: the leases whose fences custody compares, the books of chains and of payouts, statements of what is owed, anchors of the audit
-- log, the prices of the vendor, and the sums that a job counts.
revoke insert, update, delete on
  job_leases, chain_cursors, incoming_transfers, outgoing_transfers, sweeps, cold_moves, custody_shortages, payout_batches, payout_lines,
  liability_statements, liability_balances, liability_nodes, audit_anchors, price_quotes, price_alert_cursor, counted_entries, balance_days
from kimia_api;
-- Operators pay withdrawals from cold storage, let custody be asked again, decide on held deposits, order payouts, and import the bank's statements.
grant insert (withdrawal_id, network, asked_at, confirmations_needed) on outgoing_transfers to kimia_api;
grant update (asked_at, refusal, retry_at, looked_at, cold_at, txid, confirmations, fee, ended_at) on outgoing_transfers to kimia_api;
grant update (state, released_at) on incoming_transfers to kimia_api;
grant update (way, ordered_at, handed_in_at) on payout_batches to kimia_api;
grant update (state, reference, failure, failing_since, ended_at) on payout_lines to kimia_api;
-- The jobs alone delete what is old, so that no process that strangers reach removes its traces.
revoke delete on logins, notices, outbox, used_nonces, refusal_counts, trade_volumes, candles from kimia_api;

-- The processes that answer alone: whatever lets a person or a program in. The jobs end these, and seal their secrets anew.
revoke insert, update on
  sessions, operator_sessions, operator_set_ups, api_keys, passkeys, passkey_challenges, recovery_codes, one_time_codes, two_step_changes,
  contact_changes, sign_in_flows, sign_on_identities, waiting_resets, known_devices
from kimia_jobs;
grant update (proven_anew_at, proven_for) on sessions to kimia_jobs;
grant update (secret) on api_keys to kimia_jobs;
grant update (totp_secret) on two_step_changes to kimia_jobs;
-- The jobs make the exchange's own accounts, apply passwords that have waited for a day and answers of the registry, and count levels. Roles of
-- operators, contacts, second steps and freezes are not theirs.
revoke insert, update, delete on users from kimia_jobs;
grant insert (mobile, system_name, password_hash, level, referral_code, invited_by, invited_with, friend_share_ppm, accepted_terms_at, created_at)
  on users to kimia_jobs;
grant update (level, verification, trust_version, password_hash, totp_secret, withdrawals_held_until) on users to kimia_jobs;
-- The processes that answer alone: what operators decide, and the addresses of customers.
revoke insert, update, delete on
  proposals, withdrawal_approvals, withdrawal_rules, outgoing_signatures, cold_payments, liability_order, saved_addresses, deposit_addresses,
  deposit_indices
from kimia_jobs;
grant update (executed_at, failed_at, failures, failure) on proposals to kimia_jobs;
revoke update, delete on payout_batches from kimia_jobs;
-- The registry's answer verifies accounts under a lock of the table, which PostgreSQL admits only with a right to the whole table.
revoke insert, update on bank_accounts from kimia_jobs;
grant update (verified_at) on bank_accounts to kimia_jobs;

-- A process reports itself: none may pose as one of another role, change what a process is, or forget one that was just seen. Processes that answer
-- share their rights, so one may report for another; an operator orders the drain of one by another.
revoke update, delete on processes from kimia_api, kimia_jobs;
revoke delete on job_runs from kimia_api, kimia_jobs;
grant update (seen_at, ended_at, state) on processes to kimia_api, kimia_jobs;
grant update (drain_wanted_at, drain_wanted_by) on processes to kimia_api;
grant delete on processes to kimia_jobs;
alter table job_runs enable row level security;
alter table processes enable row level security;
do $$ declare old record; begin
  for old in select policyname, tablename from pg_policies where schemaname = 'public' and tablename in ('job_runs', 'processes') loop
    execute format('drop policy %I on %I', old.policyname, old.tablename);
  end loop;
end $$;
create policy seen on job_runs for select to kimia_api, kimia_jobs using (true);
create policy reported_by_api on job_runs to kimia_api using (exists (select from processes where id = process_id and role = 'api'));
create policy reported_by_jobs on job_runs to kimia_jobs using (exists (select from processes where id = process_id and role = 'jobs'));
create policy seen on processes for select to kimia_api, kimia_jobs using (true);
create policy reported_by_api on processes for insert to kimia_api with check (role = 'api');
create policy reported_by_jobs on processes for insert to kimia_jobs with check (role = 'jobs');
create policy changed_by_api on processes for update to kimia_api using (role = 'api');
create policy changed_by_jobs on processes for update to kimia_jobs using (role = 'jobs');
create policy forgotten on processes for delete to kimia_jobs using (seen_at < now() - interval '1 hour');

commit;
