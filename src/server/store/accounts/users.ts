import { toCount } from '#domain/counts.ts'
import type { AccountLevel } from '#domain/fee.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { Queryable } from '../database.ts'

/** What deciding on a login needs to know of a user. */
export interface UserSecrets {
  readonly id: number
  /** `undefined` for those who cannot sign in by password. */
  readonly passwordHash: string | undefined
  readonly blocked: boolean
}

export async function findSecrets(database: Queryable, mobile: MobileNumber): Promise<UserSecrets | undefined> {
  const [row] = await database.query<{ id: bigint; password_hash: string | null; blocked: boolean }>(
    'select id, password_hash, blocked_at is not null as blocked from users where mobile = $1',
    [mobile],
  )
  return row && { id: toCount(row.id), passwordHash: row.password_hash ?? undefined, blocked: row.blocked }
}

export async function isBlocked(database: Queryable, userId: number): Promise<boolean> {
  const [row] = await database.query<{ blocked: boolean }>(
    'select blocked_at is not null as blocked from users where id = $1',
    [userId],
  )
  return row?.blocked ?? true
}

export async function findInviter(database: Queryable, referralCode: string): Promise<number | undefined> {
  const [row] = await database.query<{ id: bigint }>('select id from users where referral_code = $1', [referralCode])
  return row && toCount(row.id)
}

export interface NewUser {
  readonly owner: { readonly mobile: MobileNumber } | { readonly systemName: string }
  readonly passwordHash: string | undefined
  readonly level: AccountLevel
  readonly referralCode: string
  readonly invitedBy: number | undefined
  readonly acceptedTermsAt: Date | undefined
  readonly at: Date
}

/** @returns the new user's id, or `undefined` when the number, the system account's name or the referral code is in use */
export async function insertUser(database: Queryable, user: NewUser): Promise<number | undefined> {
  const { owner } = user
  const [row] = await database.query<{ id: bigint }>(
    `insert into users (mobile, house_name, password_hash, level, referral_code, invited_by, accepted_terms_at, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
    [
      'mobile' in owner ? owner.mobile : null,
      'systemName' in owner ? owner.systemName : null,
      user.passwordHash ?? null,
      user.level,
      user.referralCode,
      user.invitedBy ?? null,
      user.acceptedTermsAt ?? null,
      user.at,
    ],
  )
  return row && toCount(row.id)
}

export async function findOwner(database: Queryable, owner: NewUser['owner']): Promise<number | undefined> {
  const [row] = await database.query<{ id: bigint }>('select id from users where mobile = $1 or house_name = $2', [
    'mobile' in owner ? owner.mobile : null,
    'systemName' in owner ? owner.systemName : null,
  ])
  return row && toCount(row.id)
}
