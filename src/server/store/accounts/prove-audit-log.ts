import { setTimeout as sleep } from 'node:timers/promises'
import { toCount } from '#domain/counts.ts'
import type { Database, Queryable, Transaction } from '../database.ts'
import { type AuditRow, hashOf } from './audit-log.ts'

export interface AuditProofPace {
  /** Events per step, which is a separate transaction. */
  readonly rowsMax: number
  /** Rests after each step for as long as the step took. */
  readonly rests?: boolean
  /** Ends the proof between two steps. */
  readonly signal?: AbortSignal
}

export interface AuditReport {
  /** Events proven so far, from the first on. */
  readonly events: number
  /** The first inconsistency, as a sentence; empty if there is none. */
  readonly faults: readonly string[]
}

/**
 * Proves the chain of the audit log while events are added: in slices from the end of the last proof, each row must follow the previous one
 * and have the hash of both, and the last must be the one that the head names. @returns the inconsistencies as sentences, which a start
 * finds in `auditFault`
 */
export async function proveAuditLog(database: Database, { rowsMax, rests, signal }: AuditProofPace): Promise<string[]> {
  for (let isBehind = true; isBehind && !signal?.aborted; ) {
    const began = performance.now()
    const slice = await database.transaction((tx) => proveSlice(tx, rowsMax))
    if (slice.fault !== undefined) return [slice.fault]
    isBehind = slice.isBehind
    if (rests && isBehind) await sleep(performance.now() - began, undefined, { signal }).catch(() => undefined)
  }
  return []
}

/** The fault found by the last proof, unless a later check of the whole log has cleared it. */
export async function auditFault(database: Database): Promise<string | undefined> {
  const [proof] = await database.query<{ fault: string | null }>('select fault from audit_proofs')
  return proof?.fault ?? undefined
}

/**
 * Follows the chain from the end of the last proof on, without noting anything: processes that answer may not write proofs. A fault that a proof has
 * noted comes first.
 */
export async function followAuditLog(
  database: Queryable,
  { rowsMax }: Pick<AuditProofPace, 'rowsMax'>,
): Promise<{ readonly events: number; readonly fault: string | undefined }> {
  const [row] = await database.query<PointColumns & { fault: string | null }>(
    'select last_id, last_hash, fault from audit_proofs',
  )
  let at = pointOf(row)
  for (let isBehind = true; isBehind; ) {
    const step = stepFrom(at, await readSlice(database, at, rowsMax), rowsMax)
    if (step.fault !== undefined) return { events: at.id, fault: row?.fault ?? step.fault }
    at = step.last
    isBehind = step.isBehind
  }
  return { events: at.id, fault: row?.fault ?? undefined }
}

/** Events per step of a whole check. */
const CHECK_ROWS_MAX = 10_000

/** Proves the whole log from its first event on. Earlier proofs are not used; the next start need not repeat this one. */
export async function checkAuditLog(database: Database): Promise<AuditReport> {
  await database.query(
    `update audit_proofs set last_id = 0, last_hash = decode(repeat('00', 32), 'hex'), at = now(), fault = null`,
  )
  const faults = await proveAuditLog(database, { rowsMax: CHECK_ROWS_MAX })
  return { events: (await lockPoint(database)).id, faults }
}

interface Point {
  readonly id: number
  readonly hash: Uint8Array
}

/** The events after a point, and what must be true of them. */
interface Slice {
  readonly head: Point
  /** The present state of the row that ended the last proof. */
  readonly proven: Uint8Array | undefined
  readonly rows: readonly AuditRow[]
}

interface Step {
  readonly last: Point
  readonly fault: string | undefined
  readonly isBehind: boolean
}

async function proveSlice(tx: Transaction, rowsMax: number): Promise<Step> {
  const from = await lockPoint(tx)
  const step = stepFrom(from, await readSlice(tx, from, rowsMax), rowsMax)
  const { last, fault } = step
  if (fault !== undefined) await tx.query('update audit_proofs set fault = $1, at = now()', [fault])
  else await tx.query('update audit_proofs set last_id = $1, last_hash = $2, at = now()', [last.id, last.hash])
  return step
}

function stepFrom(from: Point, { head, proven, rows }: Slice, rowsMax: number): Step {
  const { last, fault } = follow(from, proven, rows)
  const isBehind = rows.length === rowsMax
  return { last, fault: fault ?? (isBehind ? undefined : faultAtEnd(last, head)), isBehind }
}

/** The new end of the chain, or the fault that breaks it. */
function follow(from: Point, proven: Uint8Array | undefined, rows: readonly AuditRow[]) {
  let last = from
  if (from.id > 0 && (proven === undefined || !isSame(proven, from.hash)))
    return { last, fault: `audit event ${from.id} was changed or removed after it was proven` }
  for (const row of rows) {
    if (row.id !== last.id + 1) return { last, fault: `audit events ${last.id + 1} to ${row.id - 1} are missing` }
    if (!isSame(row.hash, hashOf(row, last.hash)))
      return { last, fault: `audit event ${row.id} (${row.kind}) does not follow from the one before it` }
    last = { id: row.id, hash: row.hash }
  }
  return { last, fault: undefined }
}

function faultAtEnd(last: Point, head: Point): string | undefined {
  if (head.id > last.id) return `audit events ${last.id + 1} to ${head.id} are missing`
  if (head.id < last.id) return `the head of the audit log stands at event ${head.id}, behind event ${last.id}`
  return isSame(head.hash, last.hash) ? undefined : `the head of the audit log has another hash than event ${last.id}`
}

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

interface PointColumns {
  last_id: bigint
  last_hash: Uint8Array
}

async function lockPoint(tx: Pick<Transaction, 'query'>): Promise<Point> {
  const [row] = await tx.query<PointColumns>('select last_id, last_hash from audit_proofs for update')
  return pointOf(row)
}

function pointOf(row: PointColumns | undefined): Point {
  if (!row) throw new Error('the row of the audit log’s proof is missing')
  return { id: toCount(row.last_id), hash: row.last_hash }
}

interface SliceColumns extends PointColumns {
  proven: Uint8Array | null
  id: bigint | null
  at: Date
  kind: string
  user_id: bigint | null
  operator_id: bigint | null
  ip: string
  device: string
  details: string
  hash: Uint8Array
}

/** One statement, so that the head and the rows are of the same moment. */
async function readSlice(database: Queryable, from: Point, rowsMax: number): Promise<Slice> {
  const found = await database.query<SliceColumns>(
    `select audit_head.last_id, audit_head.last_hash, (select hash from audit_log where id = $1) as proven, slice.*
      from audit_head left join lateral (
        select id, at, kind, user_id, operator_id, ip, device, details, hash from audit_log where id > $1 order by id limit $2
      ) as slice on true order by slice.id`,
    [from.id, rowsMax],
  )
  const [first] = found
  if (!first) throw new Error('the audit log has no head')
  const rows = found.flatMap(({ id, user_id, operator_id, ...row }) =>
    id === null
      ? []
      : [{ ...row, id: toCount(id), userId: optional(user_id), operatorId: optional(operator_id) } satisfies AuditRow],
  )
  return { head: { id: toCount(first.last_id), hash: first.last_hash }, proven: first.proven ?? undefined, rows }
}

const optional = (id: bigint | null) => (id === null ? undefined : toCount(id))
