import type { MobileNumber } from '#domain/mobile-number.ts'
import type { Queryable } from '../database.ts'
import { offsetOf, type Paged, type PageOf, pagesOf } from '../page.ts'

export interface LoginAttempt {
  readonly at: Date
  readonly ip: string
  readonly deviceType: string
  readonly osType: string
  readonly browser: string
  readonly successful: boolean
}

/** Writes the attempt down where the number has an account; the same statement, so the same time, where it has none. */
export async function insertLogin(
  database: Queryable,
  { mobile, attempt }: { mobile: MobileNumber; attempt: LoginAttempt },
): Promise<void> {
  await database.query(
    `insert into logins (user_id, at, ip, device_type, os_type, browser, successful)
      select id, $2, $3, $4, $5, $6, $7 from users where mobile = $1`,
    [mobile, attempt.at, attempt.ip, attempt.deviceType, attempt.osType, attempt.browser, attempt.successful],
  )
}

/** Newest first. */
export async function readLogins(
  database: Queryable,
  { userId, page }: { userId: number; page: PageOf },
): Promise<Paged<LoginAttempt>> {
  const rows = await database.query<{
    at: Date
    ip: string
    device_type: string
    os_type: string
    browser: string
    successful: boolean
  }>(
    `select at, ip, device_type, os_type, browser, successful from logins where user_id = $1
      order by id desc limit $2 offset $3`,
    [userId, page.size, offsetOf(page)],
  )
  const [total] = await database.query<{ count: bigint }>('select count(*) as count from logins where user_id = $1', [
    userId,
  ])
  return {
    rows: rows.map(({ device_type, os_type, ...row }) => ({ ...row, deviceType: device_type, osType: os_type })),
    totalPages: pagesOf(total?.count ?? 0n, page),
  }
}
