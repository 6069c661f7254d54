import { createHash } from 'node:crypto'
import { toCount } from '#domain/counts.ts'
import type { Queryable, SqlValue, Transaction } from '../database.ts'
import { hasRows, type Row, readRows, rowAs } from '../rows.ts'

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
    [row.id, row.at, row.kind, row.userId, row.operatorId, row.ip, row.device, row.details, hash],
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
  const rows = await database.query<Row>(
    `select id, kind, user_id as "userId", operator_id as "operatorId", ip, hash from audit_log where id > $1 order by id limit $2`,
    [id, max],
  )
  return rows.map(
    rowAs<Pick<AuditRow, 'id' | 'kind' | 'userId' | 'operatorId' | 'ip' | 'hash'>>('id', 'userId', 'operatorId'),
  )
}

/** The chain's hash at an event; `undefined` if there is none with this number. */
export async function readChainAt(database: Queryable, id: string): Promise<Uint8Array | undefined> {
  const [row] = await database.query<{ hash: Uint8Array }>('select hash from audit_log where id = $1::bigint', [id])
  return row?.hash
}

export interface AuditFilter {
  readonly userId: number | undefined
  readonly operatorId: number | undefined
  readonly kind: string | undefined
  /** Events from the first instant up to the second; either may be missing. */
  readonly between: readonly [Date | undefined, Date | undefined] | undefined
}

/** An event with the names of its people. */
export interface ReadEvent {
  readonly id: number
  readonly at: Date
  readonly kind: string
  readonly user: { readonly id: number; readonly name: string; readonly mobile: string } | undefined
  readonly operator: { readonly id: number; readonly name: string } | undefined
  readonly ip: string
  readonly device: string
  /** JSON. */
  readonly details: string
}

interface EventRow extends Omit<ReadEvent, 'id' | 'user' | 'operator'> {
  readonly id: bigint
  readonly userId: bigint | null
  readonly userName: string | null
  readonly userMobile: string | null
  readonly operatorId: bigint | null
  readonly operatorName: string | null
}

/** A page of the log, newest first. Each filter has an index; several filters are read by one of them. */
export function readAuditLog(
  database: Queryable,
  { filter, before, rowsMax }: { filter: AuditFilter; before: string | undefined; rowsMax: number },
): Promise<ReadEvent[]> {
  const values: SqlValue[] = []
  const conditions: string[] = []
  const add = (condition: string, value: SqlValue | undefined) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition.replace('?', `$${values.length}`))
  }
  add('id < ?::bigint', before)
  add('user_id = ?', filter.userId)
  add('operator_id = ?', filter.operatorId)
  add('kind = ?', filter.kind)
  add('at >= ?', filter.between?.[0])
  add('at < ?', filter.between?.[1])
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  return readRows(
    database,
    eventOf,
    `select e.id, e.at, e.kind, e.user_id as "userId", coalesce(i.first_name || ' ' || i.last_name, u.operator_name, u.system_name) as "userName",
      u.mobile as "userMobile", e.operator_id as "operatorId", coalesce(o.operator_name, o.system_name) as "operatorName", e.ip, e.device, e.details
      from (select * from audit_log ${where} order by id desc limit $${values.length + 1}) as e
        left join users u on u.id = e.user_id
        left join identities i on i.user_id = e.user_id
        left join users o on o.id = e.operator_id
      order by e.id desc`,
    [...values, rowsMax],
  )
}

function eventOf({ id, userId, userName, userMobile, operatorId, operatorName, ...event }: EventRow): ReadEvent {
  const user = userId === null ? undefined : { id: toCount(userId), name: userName ?? '', mobile: userMobile ?? '' }
  const operator = operatorId === null ? undefined : { id: toCount(operatorId), name: operatorName ?? '' }
  return { ...event, id: toCount(id), user, operator }
}

/** Everybody who has acted as an operator, including the machine's own account. */
export async function readOperators(
  database: Queryable,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const rows = await database.query<{ id: bigint; name: string }>(
    `select id, coalesce(operator_name, system_name) as name from users
      where role = 'OPERATOR' or system_name = 'operations' order by name`,
  )
  return rows.map(({ id, name }) => ({ id: toCount(id), name }))
}

/** The kinds in the log, each found by a step through the index. */
export async function readAuditKinds(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ kind: string | null }>(
    `with recursive kinds as (
      select min(kind) as kind from audit_log
      union all select (select min(kind) from audit_log where kind > kinds.kind) from kinds where kinds.kind is not null
    ) select kind from kinds where kind is not null`,
  )
  return rows.flatMap(({ kind }) => kind ?? [])
}

/** An operator's order to the exchange, according to the audit log. */
export interface OrderedCancel {
  readonly userId: number
  readonly orderId: number
  readonly operatorId: number
  readonly ip: string
  readonly device: string
  readonly reason: string
}

const DONE = `exists (select 1 from audit_log done where done.kind = 'ORDER_CANCELLED_BY_OPERATOR' and done.user_id = asked.user_id
  and done.details::json->>'order' = asked.details::json->>'order')`

/** Cancellations ordered since then that were executed, but are not logged as done. */
export const readUnfinishedCancels = (database: Queryable, { since }: { since: Date }): Promise<OrderedCancel[]> =>
  readRows(
    database,
    rowAs<OrderedCancel>('orderId', 'userId', 'operatorId'),
    `select distinct on (o.id) o.id as "orderId", asked.user_id as "userId", asked.operator_id as "operatorId", asked.ip, asked.device,
        asked.details::json->>'reason' as reason
      from audit_log asked join orders o on o.id = (asked.details::json->>'order')::bigint
      where asked.kind = 'ORDER_CANCEL_ORDERED' and asked.at > $1 and o.status = 'CANCELLED_BY_ADMIN' and not ${DONE}
      order by o.id, asked.id limit 100`,
    [since],
  )

/** Whether the log contains the end of a cancellation. */
export const isCancelLogged = (
  database: Queryable,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<boolean> =>
  hasRows(
    database,
    `select 1 from audit_log where kind = 'ORDER_CANCELLED_BY_OPERATOR' and user_id = $1 and details::json->>'order' = $2 limit 1`,
    [userId, String(orderId)],
  )
