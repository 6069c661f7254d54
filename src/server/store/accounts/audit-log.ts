import { createHash } from 'node:crypto'
import { toCount } from '#domain/counts.ts'
import type { Queryable, Transaction } from '../database.ts'

/** A security event, written in the transaction of what it describes. */
export interface AuditEvent {
  readonly at: Date
  /** "PASSWORD_CHANGED". */
  readonly kind: string
  /** The user concerned; `undefined` if no account is known. */
  readonly userId: number | undefined
  /** The operator who acted; absent if the user did. */
  readonly operatorId?: number | undefined
  readonly ip: string
  /** The device's own description: "Chrome, Android". */
  readonly device: string
  /** The values before and after, and the reason. No secret, no complete card or document number. */
  readonly details?: { readonly [name: string]: string | number | boolean | null }
}

/** Stands in the place of a network address where the server has acted by itself. */
export const SERVER_ADDRESS = 'server'

/** A stored event. */
export interface AuditRow extends Omit<AuditEvent, 'details'> {
  readonly id: number
  /** JSON. */
  readonly details: string
  readonly hash: Uint8Array
}

/**
 * Adds an event to the chain. Events wait for each other from here to the commit, so this must come last in a transaction, after every
 * other lock.
 */
export async function recordEvent(tx: Transaction, event: AuditEvent): Promise<void> {
  const [head] = await tx.query<{ last_id: bigint; last_hash: Uint8Array }>(
    'select last_id, last_hash from audit_head for update',
  )
  if (!head) throw new Error('the audit log has no head')
  const { details, ...rest } = event
  const row = { ...rest, id: toCount(head.last_id) + 1, details: JSON.stringify(details ?? {}) }
  const hash = hashOf(row, head.last_hash)
  await tx.query(
    `with added as (
      insert into audit_log (id, at, kind, user_id, operator_id, ip, device, details, hash)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ) update audit_head set last_id = $1, last_hash = $9`,
    [row.id, row.at, row.kind, row.userId ?? null, row.operatorId ?? null, row.ip, row.device, row.details, hash],
  )
}

/** SHA-256 over the previous hash and every field, each on a line of its own as JSON. */
export function hashOf(row: Omit<AuditRow, 'hash'>, previous: Uint8Array): Uint8Array {
  const fields = [row.id, row.at.toISOString(), row.kind, row.userId ?? null, row.operatorId ?? null]
  const text = [...fields, row.ip, row.device, row.details].map((field) => JSON.stringify(field)).join('\n')
  return createHash('sha256').update(previous).update(text).digest()
}

/** The id of the newest event; 0 if the log is empty. */
export async function readLastEvent(database: Queryable): Promise<number> {
  const [head] = await database.query<{ last_id: bigint }>('select last_id from audit_head')
  return head ? toCount(head.last_id) : 0
}

/** The events after this one, oldest first, with their people and kinds and the chain's hash at each. */
export async function readEventsAfter(
  database: Queryable,
  { id, max }: { id: number; max: number },
): Promise<Pick<AuditRow, 'id' | 'kind' | 'userId' | 'operatorId' | 'ip' | 'hash'>[]> {
  const rows = await database.query<{
    id: bigint
    kind: string
    user_id: bigint | null
    operator_id: bigint | null
    ip: string
    hash: Uint8Array
  }>('select id, kind, user_id, operator_id, ip, hash from audit_log where id > $1 order by id limit $2', [id, max])
  return rows.map((row) => ({
    id: toCount(row.id),
    kind: row.kind,
    userId: row.user_id === null ? undefined : toCount(row.user_id),
    operatorId: row.operator_id === null ? undefined : toCount(row.operator_id),
    ip: row.ip,
    hash: row.hash,
  }))
}

/** The chain's hash at an event; `undefined` if there is none with this number. */
export async function readChainAt(database: Queryable, id: string): Promise<Uint8Array | undefined> {
  const [row] = await database.query<{ hash: Uint8Array }>('select hash from audit_log where id = $1::bigint', [id])
  return row?.hash
}
