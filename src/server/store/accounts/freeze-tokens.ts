import { toCount } from '#domain/counts.ts'
import type { Queryable, Transaction } from '../database.ts'

/** The greatest number of links per user: after many warnings the newest links work. */
const TOKENS_PER_USER_MAX = 50

/** Stores the hash of a link's token. */
export async function insertFreezeToken(
  tx: Queryable,
  { userId, tokenHash, expiresAt }: { userId: number; tokenHash: Uint8Array; expiresAt: Date },
): Promise<void> {
  await tx.query('insert into freeze_tokens (token_hash, user_id, expires_at) values ($1, $2, $3)', [
    tokenHash,
    userId,
    expiresAt,
  ])
  await tx.query(
    `delete from freeze_tokens where token_hash in (select token_hash from freeze_tokens where user_id = $1
      order by expires_at desc, token_hash offset ${TOKENS_PER_USER_MAX})`,
    [userId],
  )
}

/** Uses up a link. @returns its user, or `undefined` if there is no such link or it has expired */
export async function takeFreezeToken(
  tx: Transaction,
  { tokenHash, now }: { tokenHash: Uint8Array; now: Date },
): Promise<number | undefined> {
  const [row] = await tx.query<{ user_id: bigint }>(
    'delete from freeze_tokens where token_hash = $1 and expires_at > $2 returning user_id',
    [tokenHash, now],
  )
  return row && toCount(row.user_id)
}
