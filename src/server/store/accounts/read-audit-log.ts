import { toCount } from '#domain/counts.ts'
import type { Queryable, SqlValue } from '../database.ts'

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

interface Columns {
  id: bigint
  at: Date
  kind: string
  user_id: bigint | null
  user_name: string | null
  user_mobile: string | null
  operator_id: bigint | null
  operator_name: string | null
  ip: string
  device: string
  details: string
}

/** A page of the log, newest first. Each filter has an index; several filters are read by one of them. */
export async function readAuditLog(
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
  const rows = await database.query<Columns>(
    `select e.id, e.at, e.kind, e.user_id, coalesce(i.first_name || ' ' || i.last_name, u.operator_name, u.house_name) as user_name,
      u.mobile as user_mobile, e.operator_id, coalesce(o.operator_name, o.house_name) as operator_name, e.ip, e.device, e.details
      from (select * from audit_log ${where} order by id desc limit $${values.length + 1}) as e
        left join users u on u.id = e.user_id
        left join identities i on i.user_id = e.user_id
        left join users o on o.id = e.operator_id
      order by e.id desc`,
    [...values, rowsMax],
  )
  return rows.map(eventOf)
}

const eventOf = (row: Columns): ReadEvent => ({
  id: toCount(row.id),
  at: row.at,
  kind: row.kind,
  user:
    row.user_id === null
      ? undefined
      : { id: toCount(row.user_id), name: row.user_name ?? '', mobile: row.user_mobile ?? '' },
  operator: row.operator_id === null ? undefined : { id: toCount(row.operator_id), name: row.operator_name ?? '' },
  ip: row.ip,
  device: row.device,
  details: row.details,
})

/** Everybody who has acted as an operator, including the machine's own account. */
export async function readOperators(
  database: Queryable,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const rows = await database.query<{ id: bigint; name: string }>(
    `select id, coalesce(operator_name, house_name) as name from users
      where role = 'OPERATOR' or house_name = 'operations' order by name`,
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

/** The proven extent of the chain, and the faults found on the way. */
export async function readAuditProof(
  database: Queryable,
): Promise<{ readonly events: number; readonly fault: string | undefined }> {
  const [row] = await database.query<{ last_id: bigint; fault: string | null }>(
    'select last_id, fault from audit_proofs',
  )
  return { events: toCount(row?.last_id ?? 0n), fault: row?.fault ?? undefined }
}
