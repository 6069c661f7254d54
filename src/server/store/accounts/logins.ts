import type { MobileNumber } from '#domain/mobile-number.ts'
import type { PageOf } from '#domain/page.ts'
import type { Queryable, SqlValue } from '../database.ts'
import { allOf, countList, type IdSpan, idConditions, type List, numberIn, type Paged, readPage } from '../page.ts'
import { hasRows, type Row, rowAs } from '../rows.ts'

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
      attempt.origin,
    ],
  )
}

/** Whether a program of this origin has signed in the user since then. */
export const hasSignedInFrom = (
  database: Queryable,
  { userId, origin, since }: { userId: number; origin: Uint8Array; since: Date },
): Promise<boolean> =>
  hasRows(database, 'select 1 from logins where user_id = $1 and successful and origin = $2 and at > $3 limit 1', [
    userId,
    origin,
    since,
  ])

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

export interface LoginFilter {
  readonly userId: number
  readonly ids?: IdSpan | undefined
}

/** A user's logins, newest first. */
export const readLogins = (
  database: Queryable,
  { userId, ids, ...asked }: LoginFilter & PageOf,
): Promise<Paged<LoginAttempt>> =>
  readPage<Row & { id: bigint }, LoginAttempt>(database, {
    ...{ list: listOfLogins({ userId, ids }), asked },
    read: ({ id: _, ...row }) => rowAs<LoginAttempt>()(row),
  })

/** The number of these logins, counted up to a bound. */
export const countLogins = (database: Queryable, filter: LoginFilter, countMax: number): Promise<number> =>
  countList(database, listOfLogins(filter), countMax)

function listOfLogins({ userId, ids }: LoginFilter): List {
  const values: SqlValue[] = [userId]
  return {
    ...{ table: 'logins', values },
    conditions: [allOf(['user_id = $1', ...idConditions(ids, numberIn(values))])],
    row: `select id, at, ip, device_type as "deviceType", os_type as "osType", browser, successful from logins where id = page.id`,
  }
}

/** Known browsers per user; beyond them the least recently used one is forgotten. */
const DEVICES_OF_USER_MAX = 10

/** The token among these of a browser from which the user of a number has signed in. It takes as long for a number without an account. */
export async function findKnownDevice(
  database: Queryable,
  { mobile, tokenHashes }: { mobile: MobileNumber; tokenHashes: readonly Uint8Array[] },
): Promise<Uint8Array | undefined> {
  const [row] = await database.query<{ token_hash: Uint8Array }>(
    `select d.token_hash from known_devices d join users u on u.id = d.user_id
      where d.token_hash = any($1::bytea[]) and u.mobile = $2`,
    [tokenHashes, mobile],
  )
  return row?.token_hash
}

/** A browser from which a user has signed in. */
export interface KnownDevice {
  readonly tokenHash: Uint8Array
  /** From then on it may be given lasting access. */
  readonly trustedFrom: Date
}

/** Records that a known device was used. @returns the device, or `undefined` if none of these tokens is known for the user */
export async function touchKnownDevice(
  tx: Queryable,
  { userId, tokenHashes, at }: { userId: number; tokenHashes: readonly Uint8Array[]; at: Date },
): Promise<KnownDevice | undefined> {
  const [row] = await tx.query<KnownDevice>(
    `update known_devices set last_used_at = $3 where user_id = $1 and token_hash = any($2::bytea[])
      returning token_hash as "tokenHash", trusted_from as "trustedFrom"`,
    [userId, tokenHashes, at],
  )
  return row
}

export async function insertKnownDevice(
  tx: Queryable,
  { userId, tokenHash, trustedFrom, at }: KnownDevice & { readonly userId: number; readonly at: Date },
): Promise<void> {
  await tx.query(
    `with forgotten as (
      delete from known_devices where token_hash in (
        select token_hash from known_devices where user_id = $1 order by last_used_at desc offset $4)
    ) insert into known_devices (token_hash, user_id, last_used_at, trusted_from) values ($2, $1, $3, $5)`,
    [userId, tokenHash, at, DEVICES_OF_USER_MAX - 1, trustedFrom],
  )
}
