-- Each time that the database was brought back from a back-up. While the newest is not compared, nothing is sent and no key of a program works.
create table restores (
  id bigint generated always as identity primary key,
  restored_at timestamptz not null,
  -- The moment whose state was brought back: what was committed later is lost.
  state_at timestamptz not null,
  -- The back-up or the archive, as the person at the command line named it.
  source text not null,
  -- Custody and banks may know greater numbers than the restored tables: withdrawals after the restore have numbers above this one.
  withdrawals_after bigint not null,
  -- The same for the places of deposit addresses: nobody gets one that another customer may have been shown.
  addresses_after integer not null,
  -- When a second operator approved that the figures were compared.
  compared_at timestamptz
);
create index restores_open on restores (id) where compared_at is null;

-- Signed heads of the audit log for a place outside: those that are not there yet, and the newest that is. A series begins with the first, and
-- after a restore.
create table audit_anchors (
  series bigint not null,
  number bigint not null check (number > 0),
  -- The signed anchor as a line of JSON, and the SHA-256 of what was signed.
  line text not null,
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null,
  -- When the place confirmed it.
  kept_at timestamptz,
  primary key (series, number)
);
