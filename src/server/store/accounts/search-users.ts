import { toCount } from '#domain/counts.ts'
import type { AccountLevel } from '#domain/fee.ts'
import type { Verification } from '#domain/verification.ts'
import type { Queryable } from '../database.ts'

export interface FoundUser {
  readonly id: number
  readonly mobile: string
  readonly firstName: string | undefined
  readonly lastName: string | undefined
  readonly nationalCode: string | undefined
  readonly verification: Verification
  readonly level: AccountLevel
  readonly frozenBy: 'USER' | 'OPERATOR' | undefined
  readonly createdAt: Date
}

/** The search terms as they are stored: id and address match completely, the others by their beginning. */
export interface UserTerms {
  readonly id?: string
  readonly email?: string
  readonly mobile?: string
  /** For a foreigner, the number of the document. */
  readonly nationalCode?: string
  /** The same in capitals, if it was typed in small letters. */
  readonly documentNumber?: string
  readonly name?: string
}

interface Columns {
  id: bigint
  mobile: string
  first_name: string | null
  last_name: string | null
  national_code: string | null
  verification: Verification
  level: AccountLevel
  frozen_by: 'USER' | 'OPERATOR' | null
  created_at: Date
}

/** Each uses its own index; a user found by several counts once. */
const FINDERS: readonly (readonly [keyof UserTerms, string])[] = [
  ['id', 'select id from users where id = $1::bigint'],
  ['email', 'select id from users where email = $1'],
  ['email', 'select user_id as id from identities where email = $1'],
  ['mobile', 'select id from users where mobile like $1'],
  ['nationalCode', 'select user_id as id from identities where national_code like $1'],
  ['documentNumber', 'select user_id as id from identities where national_code like $1'],
  ['name', `select user_id as id from identities where (first_name || ' ' || last_name) like $1`],
  ['name', 'select user_id as id from identities where last_name like $1'],
]
const WHOLE: readonly (keyof UserTerms)[] = ['id', 'email']

/** The conditions of the states. Each has its own index, since few of many customers are in one. */
const STATES = {
  BLOCKED: `and u.blocked_at is not null and u.blocked_by is distinct from 'USER'`,
  FROZEN: `and u.blocked_at is not null and u.blocked_by = 'USER'`,
  WAITING: `and u.verification in ('PENDING', 'INFORMATION_CHANGED_PENDING')`,
  HELD: 'and u.withdrawals_held_until > $1::timestamptz',
} as const
export type UserState = keyof typeof STATES

interface UserQuery {
  readonly terms: UserTerms | undefined
  readonly state: UserState | undefined
  readonly before: string | undefined
  readonly rowsMax: number
  readonly at: Date
}

/** Customers, newest first. @param terms absent: all */
export async function readUsers(
  database: Queryable,
  { terms, state, before, rowsMax, at }: UserQuery,
): Promise<FoundUser[]> {
  const values: (string | Date)[] = [at]
  const finders = FINDERS.flatMap(([key, sql]) => {
    const term = terms?.[key]
    if (term === undefined) return []
    values.push(WHOLE.includes(key) ? term : `${term.replace(/[\\%_]/g, '\\$&')}%`)
    return [sql.replace('$1', `$${values.length}`)]
  })
  const found = terms === undefined ? '' : `and u.id in (${finders.join(' union ') || 'select 0'})`
  const rows = await database.query<Columns>(
    `select u.id, u.mobile, i.first_name, i.last_name, i.national_code, u.verification, u.level,
      case when u.blocked_at is not null then coalesce(u.blocked_by, 'OPERATOR') end as frozen_by, u.created_at
      from users u left join identities i on i.user_id = u.id
      where u.role = 'CUSTOMER' and u.mobile is not null and $1::timestamptz is not null ${state ? STATES[state] : ''} ${found}
        and ($${values.length + 1}::bigint is null or u.id < $${values.length + 1}::bigint) order by u.id desc limit $${values.length + 2}`,
    [...values, before ?? null, rowsMax],
  )
  return rows.map(userOf)
}

function userOf(row: Columns): FoundUser {
  return {
    id: toCount(row.id),
    mobile: row.mobile,
    firstName: row.first_name ?? undefined,
    lastName: row.last_name ?? undefined,
    nationalCode: row.national_code ?? undefined,
    verification: row.verification,
    level: row.level,
    frozenBy: row.frozen_by ?? undefined,
    createdAt: row.created_at,
  }
}

/** The numbers of customers blocked by operators, and of those who froze their own accounts. */
export async function countClosed(database: Queryable): Promise<{ readonly blocked: number; readonly frozen: number }> {
  const [row] = await database.query<{ blocked: bigint; frozen: bigint }>(
    `select count(*) filter (where blocked_by is distinct from 'USER') as blocked, count(*) filter (where blocked_by = 'USER') as frozen
      from users where role = 'CUSTOMER' and mobile is not null and blocked_at is not null`,
  )
  return { blocked: toCount(row?.blocked ?? 0n), frozen: toCount(row?.frozen ?? 0n) }
}
