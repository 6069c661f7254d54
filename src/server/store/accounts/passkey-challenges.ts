import { toCount } from '#domain/counts.ts'
import type { Queryable } from '../database.ts'

export type PasskeyPurpose = 'ADD' | 'LOGIN' | 'PROVE'

export interface PasskeyChallenge {
  /** SHA-256 of the flow's token. */
  readonly flowHash: Uint8Array
  readonly purpose: PasskeyPurpose
  /** Absent for a login. */
  readonly userId: number | undefined
  readonly challenge: Uint8Array
  readonly expiresAt: Date
}

/** Stores a challenge. Expired ones are deleted, and the same user's earlier ones, so that there are never many. */
export async function insertChallenge(
  database: Queryable,
  { at, ...challenge }: PasskeyChallenge & { readonly at: Date },
): Promise<void> {
  await database.query('delete from passkey_challenges where expires_at <= $1', [at])
  if (challenge.userId !== undefined)
    await database.query('delete from passkey_challenges where user_id = $1 and purpose = $2', [
      challenge.userId,
      challenge.purpose,
    ])
  await database.query(
    'insert into passkey_challenges (flow_hash, purpose, user_id, challenge, expires_at) values ($1, $2, $3, $4, $5)',
    [challenge.flowHash, challenge.purpose, challenge.userId ?? null, challenge.challenge, challenge.expiresAt],
  )
}

/** Removes a challenge, so that it is answered only once, whatever the outcome. */
export async function takeChallenge(
  database: Queryable,
  { flowHash, purpose }: Pick<PasskeyChallenge, 'flowHash' | 'purpose'>,
): Promise<Omit<PasskeyChallenge, 'flowHash' | 'purpose'> | undefined> {
  const [row] = await database.query<{ user_id: bigint | null; challenge: Uint8Array; expires_at: Date }>(
    'delete from passkey_challenges where flow_hash = $1 and purpose = $2 returning user_id, challenge, expires_at',
    [flowHash, purpose],
  )
  if (!row) return undefined
  const userId = row.user_id === null ? undefined : toCount(row.user_id)
  return { userId, challenge: row.challenge, expiresAt: row.expires_at }
}
