import { toCount } from '#domain/counts.ts'
import type { IdentityDoubt } from '#domain/identity-doubt.ts'
import { PAGE_ROWS } from '#domain/page.ts'
import type { Verification } from '#domain/verification.ts'
import type { Queryable } from '../database.ts'
import { findRow, hasRows, type Row, rowAs, saveRow } from '../rows.ts'

/** A waiting form: its sender, since when, and why. */
export interface PendingIdentity {
  readonly userId: number
  readonly mobile: string
  readonly firstName: string
  readonly lastName: string
  readonly nationalCode: string
  readonly country: string | undefined
  readonly verification: Verification
  readonly submittedAt: Date
  readonly openedAt: Date
  readonly doubts: readonly IdentityDoubt[]
  /** When the registry is asked again; absent if an operator must check. */
  readonly nextTryAt: Date | undefined
  /** The operator who is looking at it. */
  readonly claim: { readonly operatorId: number; readonly name: string; readonly at: Date } | undefined
}

interface PendingRow extends Row {
  readonly doubts: string
  readonly claimedBy: bigint | null
  readonly claimedAt: Date | null
  readonly claimedName: string | null
}

/** Opens the review of a user's form, or replaces the open one. With `nextTryAt` the registry is asked again automatically. */
export async function openReview(
  tx: Queryable,
  review: {
    readonly userId: number
    readonly doubts: readonly IdentityDoubt[]
    readonly nextTryAt: Date | undefined
    readonly at: Date
  },
): Promise<void> {
  const { userId, doubts, nextTryAt, at } = review
  const fields = { openedAt: at, doubts: JSON.stringify(doubts), nextTryAt, registryTries: 0 }
  await saveRow(tx, 'identity_reviews', { userId }, { ...fields, claimedBy: undefined, claimedAt: undefined })
}

export async function closeReview(tx: Queryable, userId: number): Promise<void> {
  await tx.query('delete from identity_reviews where user_id = $1', [userId])
}

/** Records that the registry gave no answer again, or answered and left doubts for an operator (`nextTryAt` absent). */
export async function noteTry(
  tx: Queryable,
  { userId, doubts, nextTryAt }: { userId: number; doubts: readonly IdentityDoubt[]; nextTryAt: Date | undefined },
): Promise<void> {
  await tx.query(
    `update identity_reviews set registry_tries = registry_tries + 1, doubts = $2, next_try_at = $3 where user_id = $1`,
    [userId, JSON.stringify(doubts), nextTryAt],
  )
}

/**
 * Takes users whose forms the registry is to be asked about again, the most overdue first. No other process takes them until `heldUntil`.
 */
export async function takeReviewsToAsk(
  database: Queryable,
  { at, heldUntil, limit }: { at: Date; heldUntil: Date; limit: number },
): Promise<readonly { readonly userId: number; readonly tries: number }[]> {
  const rows = await database.query<{ user_id: bigint; registry_tries: number }>(
    `update identity_reviews set next_try_at = $2 where user_id in
      (select user_id from identity_reviews where next_try_at <= $1 order by next_try_at limit $3 for update skip locked)
      returning user_id, registry_tries`,
    [at, heldUntil, limit],
  )
  return rows.map((row) => ({ userId: toCount(row.user_id), tries: row.registry_tries }))
}

const PENDING = `select r.user_id as "userId", coalesce(u.mobile, '') as mobile, i.first_name as "firstName", i.last_name as "lastName",
    i.national_code as "nationalCode", u.country, u.verification, i.submitted_at as "submittedAt", r.opened_at as "openedAt", r.doubts,
    r.next_try_at as "nextTryAt", r.claimed_by as "claimedBy", r.claimed_at as "claimedAt", o.operator_name as "claimedName"
  from identity_reviews r join users u on u.id = r.user_id join identities i on i.user_id = r.user_id
    left join users o on o.id = r.claimed_by`
const pending = rowAs<Omit<PendingIdentity, 'doubts' | 'claim'>>('userId')

const pendingOf = ({ doubts, claimedBy, claimedAt, claimedName, ...row }: PendingRow): PendingIdentity => ({
  ...pending(row),
  doubts: JSON.parse(doubts),
  claim:
    claimedBy === null || claimedAt === null
      ? undefined
      : { operatorId: toCount(claimedBy), name: claimedName ?? '', at: claimedAt },
})

/** Assigns a form to an operator; `false` if the user has no open form. */
export const claimReview = (
  tx: Queryable,
  { userId, operatorId, at }: { userId: number; operatorId: number; at: Date },
): Promise<boolean> =>
  hasRows(tx, 'update identity_reviews set claimed_by = $2, claimed_at = $3 where user_id = $1 returning user_id', [
    userId,
    operatorId,
    at,
  ])

/** Waiting forms, oldest first. Those for operators come before those that the registry is asked about again. */
export async function listPendingIdentities(
  database: Queryable,
  { page = 1, size = PAGE_ROWS }: { page?: number | undefined; size?: number | undefined },
): Promise<{ readonly rows: readonly PendingIdentity[]; readonly totalPages: number }> {
  const [total] = await database.query<{ count: bigint }>('select count(*) from identity_reviews')
  const rows = await database.query<PendingRow>(
    `${PENDING} order by r.next_try_at is not null, r.opened_at, r.user_id limit $1 offset $2`,
    [size, (page - 1) * size],
  )
  return { rows: rows.map(pendingOf), totalPages: Math.ceil(toCount(total?.count ?? 0n) / size) }
}

/** The open review of one user. */
export const readPendingIdentity = (database: Queryable, userId: number): Promise<PendingIdentity | undefined> =>
  findRow(database, pendingOf, `${PENDING} where r.user_id = $1`, [userId])
