import type { MobileNumber } from '#domain/mobile-number.ts'
import type { PageOf } from '#domain/page.ts'
import type { Queryable } from '../database.ts'
import { type Paged, readPage } from '../page.ts'

export interface LoginAttempt {
  readonly at: Date
  readonly ip: string
  readonly deviceType: string
  readonly osType: string
  readonly browser: string
  readonly successful: boolean
}

/**
 * Writes the attempt of a user down, or of the user of a number where it has an account; the same statement, so the same time, where it has
 * none.
 */
export async function insertLogin(
  database: Queryable,
  { attempt, ...whose }: { readonly attempt: LoginAttempt } & ({ mobile: MobileNumber } | { userId: number }),
): Promise<void> {
  const [column, value] = 'mobile' in whose ? ['mobile', whose.mobile] : ['id', whose.userId]
  await database.query(
    `insert into logins (user_id, at, ip, device_type, os_type, browser, successful)
      select id, $2, $3, $4, $5, $6, $7 from users where ${column} = $1`,
    [value, attempt.at, attempt.ip, attempt.deviceType, attempt.osType, attempt.browser, attempt.successful],
  )
}

/** Newest first. */
export function readLogins(database: Queryable, userId: number, asked: PageOf): Promise<Paged<LoginAttempt>> {
  const list = { table: 'logins', conditions: ['user_id = $1'], values: [userId] }
  return readPage(database, { list, asked, read: loginAttempt })
}

interface Columns {
  id: bigint
  at: Date
  ip: string
  device_type: string
  os_type: string
  browser: string
  successful: boolean
}

function loginAttempt({ at, ip, device_type, os_type, browser, successful }: Columns): LoginAttempt {
  return { at, ip, deviceType: device_type, osType: os_type, browser, successful }
}
