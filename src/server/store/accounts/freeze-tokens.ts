import { toCount } from '#domain/counts.ts'
import type { Queryable, Transaction } from '../database.ts'

/** Of a user who gets many warnings the newest links work: a row each, and never more. */
const TOKENS_PER_USER_MAX = 50

/** Keeps the hash of a link's token. */
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

/** Uses a link up. @returns whose it is, or `undefined` where there is no such link or its time is over */
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
