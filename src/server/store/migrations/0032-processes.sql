-- The processes that share this database. Each writes its row again every second; the row of one that ended well says so, and one that was not
-- seen for some seconds has died, is frozen, or does not reach the database.
create table processes (
  id uuid primary key,
  role text not null check (role in ('all', 'api', 'writer', 'jobs')),
  version text not null,
  host text not null,
  pid int not null,
  -- By the clock of the database, as are all times here.
  started_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  -- Since when, and by the wish of which operator, the process is to leave the balancer's rotation.
  drain_wanted_at timestamptz,
  drain_wanted_by bigint references users,
  -- Figures that people read, and the process's own place in the rotation.
  state jsonb not null,
  check ((drain_wanted_at is null) = (drain_wanted_by is null))
) with (fillfactor = 50);

-- The last runs of each job in each process that may run it.
create table job_runs (
  process_id uuid not null references processes on delete cascade,
  name text not null,
  -- Whether each process runs the job; else the one that holds its lease.
  in_each boolean not null,
  every_ms bigint not null,
  -- Whether a run lasts as long as the process holds the job.
  lasts boolean not null,
  is_held boolean not null,
  is_running boolean not null,
  began_at timestamptz,
  succeeded_at timestamptz,
  -- Of the last success.
  duration_ms bigint,
  failed_at timestamptz,
  -- The kind of the last failure, without its message.
  failure text,
  -- In a row, until now.
  failures bigint not null,
  primary key (process_id, name)
) with (fillfactor = 50);
