import type { Queryable, Transaction } from '../database.ts'
import { findRow, insertRow, readRows, rowAs } from '../rows.ts'

/** The facts that the next anchor states, of one moment. */
export interface AnchorFacts {
  /** The time of the newest restore in milliseconds since 1970, or 0: a restore begins a series. */
  readonly series: number
  /** The moment whose state that restore brought back. */
  readonly restoredTo: Date | undefined
  /** The last anchor of the series; absent before the first. */
  readonly number: number | undefined
  readonly fingerprint: string | undefined
  /** The newest event of the audit log and the chain's hash at it. */
  readonly event: number
  readonly chain: Uint8Array
  /** The newest published statement of liabilities. */
  readonly statement: number | undefined
  readonly statementFingerprint: string | undefined
}

const OF_RESTORE = 'select restored_at, state_at from restores order by restored_at desc limit 1'

export async function readAnchorFacts(tx: Transaction): Promise<AnchorFacts> {
  const facts = await findRow(
    tx,
    rowAs<AnchorFacts>('series', 'number', 'event', 'statement'),
    `with restored as (${OF_RESTORE}), series as (
        select coalesce((select round(extract(epoch from restored_at) * 1000)::bigint from restored), 0) as id
      ), newest as (
        select number, fingerprint from audit_anchors where series = (select id from series) order by number desc limit 1
      ), stated as (
        select number, fingerprint from liability_statements where statement is not null order by number desc limit 1
      )
      select series.id as series, (select state_at from restored) as "restoredTo", newest.number, newest.fingerprint,
        last_id as event, last_hash as chain, stated.number as statement, stated.fingerprint as "statementFingerprint"
      from series cross join audit_head left join newest on true left join stated on true`,
  )
  if (!facts) throw new Error('the audit log has no head')
  return facts
}

export interface KeptAnchor {
  readonly series: number
  readonly number: number
  readonly line: string
  readonly fingerprint: string
}

export const insertAnchor = (tx: Transaction, anchor: KeptAnchor & { madeAt: Date }): Promise<void> =>
  insertRow(tx, 'audit_anchors', { ...anchor })

const anchorRow = rowAs<KeptAnchor>('series', 'number')
const COLUMNS = 'series, number, line, fingerprint'

/** Those that the place has not confirmed, oldest first. */
export const unkeptAnchors = (database: Queryable, most: number): Promise<KeptAnchor[]> =>
  readRows(
    database,
    anchorRow,
    `select ${COLUMNS} from audit_anchors where kept_at is null order by series, number limit $1`,
    [most],
  )

/** Notes that the place has an anchor. Only the newest one is needed from then on. */
export async function noteKept(database: Queryable, { series, number }: KeptAnchor, at: Date): Promise<void> {
  await database.query(
    `with dropped as (
      delete from audit_anchors where kept_at is not null and (series, number) < ($1::bigint, $2::bigint)
    ) update audit_anchors set kept_at = $3 where series = $1 and number = $2`,
    [series, number, at],
  )
}

/** The newest anchor, whether the place has it already or not. */
export const newestAnchor = (database: Queryable, of: 'kept' | 'made'): Promise<KeptAnchor | undefined> =>
  findRow(
    database,
    anchorRow,
    `select ${COLUMNS} from audit_anchors where ${of === 'made'} or kept_at is not null order by series desc, number desc limit 1`,
  )

/** The chain's hashes at these events, in hex, by their numbers. */
export async function readChainsAt(database: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await readRows(
    database,
    rowAs<{ id: number; hash: Uint8Array }>('id'),
    'select id, hash from audit_log where id = any ($1::bigint[])',
    [ids],
  )
  return new Map(rows.map(({ id, hash }) => [id, Buffer.from(hash).toString('hex')]))
}

/** The fingerprints of all published statements of liabilities, by their numbers. */
export async function readStatementFingerprints(database: Queryable): Promise<ReadonlyMap<number, string>> {
  const rows = await readRows(
    database,
    rowAs<{ number: number; fingerprint: string }>('number'),
    'select number, fingerprint from liability_statements where statement is not null',
  )
  return new Map(rows.map(({ number, fingerprint }) => [number, fingerprint]))
}
