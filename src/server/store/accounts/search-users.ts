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
  readonly frozen: boolean
  readonly createdAt: Date
}

/** What the searched users' own data begin with; each as it is stored. */
export interface UserPrefix {
  readonly mobile?: string
  readonly nationalCode?: string
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
  blocked: boolean
  created_at: Date
}

/** Each by an index of its own; a user whom several find is one user. */
const FINDERS: readonly (readonly [keyof UserPrefix, string])[] = [
  ['mobile', 'select id from users where mobile like $1'],
  ['nationalCode', 'select user_id as id from identities where national_code like $1'],
  ['name', `select user_id as id from identities where (first_name || ' ' || last_name) like $1`],
  ['name', 'select user_id as id from identities where last_name like $1'],
]

/** Customers, the newest first. @param prefix absent: all */
export async function readUsers(
  database: Queryable,
  { prefix, before, rowsMax }: { prefix: UserPrefix | undefined; before: string | undefined; rowsMax: number },
): Promise<FoundUser[]> {
  const values: string[] = []
  const finders = FINDERS.flatMap(([key, sql]) => {
    const begins = prefix?.[key]
    if (begins === undefined) return []
    values.push(`${begins.replace(/[\\%_]/g, '\\$&')}%`)
    return [sql.replace('$1', `$${values.length}`)]
  })
  const found = prefix === undefined ? '' : `and u.id in (${finders.join(' union ') || 'select 0'})`
  const rows = await database.query<Columns>(
    `select u.id, u.mobile, i.first_name, i.last_name, i.national_code, u.verification, u.level,
      u.blocked_at is not null as blocked, u.created_at
      from users u left join identities i on i.user_id = u.id
      where u.role = 'CUSTOMER' and u.mobile is not null ${found}
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
    frozen: row.blocked,
    createdAt: row.created_at,
  }
}
