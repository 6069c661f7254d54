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

/** A login attempt to be stored. */
export interface NewLogin extends LoginAttempt {
  /** The hash of a program's network and name. */
  readonly origin?: Uint8Array | undefined
}

/**
 * Stores an attempt for a user, or for the user of a number if it has an account; otherwise the same statement runs without effect, so that
 * it takes the same time.
 */
export async function insertLogin(
  database: Queryable,
  { attempt, ...whose }: { readonly attempt: NewLogin } & ({ mobile: MobileNumber } | { userId: number }),
): Promise<void> {
  const [column, value] = 'mobile' in whose ? ['mobile', whose.mobile] : ['id', whose.userId]
  await database.query(
    `insert into logins (user_id, at, ip, device_type, os_type, browser, successful, origin)
      select id, $2, $3, $4, $5, $6, $7, $8 from users where ${column} = $1`,
    [
      value,
      attempt.at,
      attempt.ip,
      attempt.deviceType,
      attempt.osType,
      attempt.browser,
      attempt.successful,
      attempt.origin ?? null,
    ],
  )
}

/** Whether a program of this origin has signed in the user since then. */
export async function hasSignedInFrom(
  database: Queryable,
  { userId, origin, since }: { userId: number; origin: Uint8Array; since: Date },
): Promise<boolean> {
  const rows = await database.query(
    'select 1 from logins where user_id = $1 and successful and origin = $2 and at > $3 limit 1',
    [userId, origin, since],
  )
  return rows.length > 0
}

/** The addresses of the user's latest two hundred logins since then, without duplicates. */
export async function readLatestAddresses(
  database: Queryable,
  { mobile, since }: { mobile: MobileNumber; since: Date },
): Promise<readonly string[]> {
  const rows = await database.query<{ ip: string }>(
    `select distinct ip from (select ip from logins where user_id = (select id from users where mobile = $1)
      and successful and at > $2 order by id desc limit 200) latest`,
    [mobile, since],
  )
  return rows.map(({ ip }) => ip)
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
