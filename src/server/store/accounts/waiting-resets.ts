import { toCount } from '#domain/counts.ts'
import type { Queryable, Transaction } from '../database.ts'

/** A new password that is not in force yet. */
export interface WaitingReset {
  readonly userId: number
  readonly passwordHash: string
  readonly effectiveAt: Date
  readonly ip: string
  readonly device: string
}

/** Replaces one that was requested before. */
export async function saveWaitingReset(tx: Transaction, reset: WaitingReset): Promise<void> {
  const { userId, passwordHash, effectiveAt, ip, device } = reset
  await tx.query(
    `insert into waiting_resets (user_id, password_hash, effective_at, ip, device) values ($1, $2, $3, $4, $5)
      on conflict (user_id) do update set password_hash = excluded.password_hash, effective_at = excluded.effective_at,
        ip = excluded.ip, device = excluded.device`,
    [userId, passwordHash, effectiveAt, ip, device],
  )
}

/** The users whose new password is due. */
export async function readDueResets(database: Queryable, now: Date): Promise<number[]> {
  const rows = await database.query<{ user_id: bigint }>(
    'select user_id from waiting_resets where effective_at <= $1 order by effective_at limit 100',
    [now],
  )
  return rows.map(({ user_id }) => toCount(user_id))
}

/** Removes it; `undefined` if it was cancelled, or is not due. */
export async function takeWaitingReset(
  tx: Transaction,
  { userId, now }: { userId: number; now: Date },
): Promise<Pick<WaitingReset, 'passwordHash' | 'ip' | 'device'> | undefined> {
  const [row] = await tx.query<{ password_hash: string; ip: string; device: string }>(
    'delete from waiting_resets where user_id = $1 and effective_at <= $2 returning password_hash, ip, device',
    [userId, now],
  )
  return row && { passwordHash: row.password_hash, ip: row.ip, device: row.device }
}

/** @returns whether there was one */
export async function deleteWaitingReset(tx: Transaction, userId: number): Promise<boolean> {
  const rows = await tx.query('delete from waiting_resets where user_id = $1 returning user_id', [userId])
  return rows.length > 0
}
