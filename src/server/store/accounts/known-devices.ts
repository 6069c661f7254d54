import type { MobileNumber } from '#domain/mobile-number.ts'
import type { Queryable } from '../database.ts'

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
  const [row] = await tx.query<{ token_hash: Uint8Array; trusted_from: Date }>(
    `update known_devices set last_used_at = $3 where user_id = $1 and token_hash = any($2::bytea[])
      returning token_hash, trusted_from`,
    [userId, tokenHashes, at],
  )
  return row && { tokenHash: row.token_hash, trustedFrom: row.trusted_from }
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
