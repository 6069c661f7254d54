import type { KeyRight } from '#domain/api-key.ts'
import type { AccountLevel, Charges } from '#domain/fee.ts'
import type { Verification } from '#domain/verification.ts'
import { IS_UNCOMPARED } from '../back-up/restores.ts'
import type { Queryable, Transaction } from '../database.ts'
import { countOf, findRow, insertReturning, type Row, readRows, rowAs } from '../rows.ts'
import { CHARGES, type ChargesColumn, chargesOf } from './levels.ts'

/** A key as its owner's list shows it. */
export interface ApiKeyRow {
  readonly id: number
  readonly name: string
  readonly prefix: string
  readonly rights: readonly KeyRight[]
  readonly addresses: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date | undefined
  readonly lastUsedAt: Date | undefined
  readonly lastUsedIp: string | undefined
}

export interface NewApiKey
  extends Pick<ApiKeyRow, 'name' | 'prefix' | 'rights' | 'addresses' | 'createdAt' | 'expiresAt'> {
  readonly userId: number
  readonly keyHash: Uint8Array
  /** Sealed. */
  readonly secret: Uint8Array
}

const COLUMNS = `id, name, prefix, rights, addresses, created_at as "createdAt", expires_at as "expiresAt",
  last_used_at as "lastUsedAt", last_used_ip as "lastUsedIp"`
const apiKeyRow = rowAs<ApiKeyRow>('id')

/** Newest first. */
export const readApiKeys = (database: Queryable, userId: number): Promise<ApiKeyRow[]> =>
  readRows(database, apiKeyRow, `select ${COLUMNS} from api_keys where user_id = $1 order by api_keys.id desc`, [
    userId,
  ])

/** The number of a user's keys; no other transaction adds one before this one has ended. */
export async function countApiKeys(tx: Transaction, userId: number): Promise<number> {
  await tx.query('select 1 from users where id = $1 for update', [userId])
  return countOf(tx, 'select count(*) as count from api_keys where user_id = $1', [userId])
}

export const insertApiKey = (tx: Transaction, key: NewApiKey): Promise<ApiKeyRow> =>
  insertReturning(tx, apiKeyRow, { table: 'api_keys', fields: { ...key }, returning: COLUMNS })

/** @returns the removed key; `undefined` if the user has none with this id */
export const deleteApiKey = (
  tx: Transaction,
  { userId, id }: { userId: number; id: string },
): Promise<ApiKeyRow | undefined> =>
  findRow(tx, apiKeyRow, `delete from api_keys where user_id = $1 and id = $2 returning ${COLUMNS}`, [userId, id])

/** The data for deciding on a signed call. */
export interface SigningKey extends Pick<ApiKeyRow, 'id' | 'rights' | 'addresses' | 'expiresAt' | 'lastUsedAt'> {
  readonly secret: Uint8Array
  readonly userId: number
  readonly blocked: boolean
  /** No key works while a restore is not compared. */
  readonly isPaused: boolean
  readonly verification: Verification
  readonly level: AccountLevel
  readonly charges: Charges
}

type SigningRow = Row & ChargesColumn & { keyHash: Uint8Array }
const signingKeyOf = rowAs<Omit<SigningKey, 'charges'>>('id', 'userId')

/** The keys with these hashes (SHA-256 in hexadecimal digits), by their hash. */
export async function findSigningKeys(
  database: Queryable,
  keyHashes: readonly string[],
): Promise<ReadonlyMap<string, SigningKey>> {
  const rows = await database.query<SigningRow>(
    `select k.key_hash as "keyHash", k.id, k.rights, k.addresses, k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.secret,
      k.user_id as "userId", u.blocked_at is not null as blocked, ${IS_UNCOMPARED} as "isPaused", u.verification, u.level, ${CHARGES}
      from api_keys k join users u on u.id = k.user_id join account_levels l on l.level = u.level where k.key_hash = any($1::bytea[])`,
    [keyHashes.map((keyHash) => Buffer.from(keyHash, 'hex'))],
  )
  return new Map(
    rows.map(({ keyHash, ...row }) => [
      Buffer.from(keyHash).toString('hex'),
      { ...signingKeyOf(row), charges: chargesOf(row) },
    ]),
  )
}

export async function touchApiKey(
  database: Queryable,
  { id, at, ip }: { id: number; at: Date; ip: string },
): Promise<void> {
  await database.query(
    'update api_keys set last_used_at = $2, last_used_ip = $3 where id = $1 and (last_used_at is null or last_used_at < $2)',
    [id, at, ip],
  )
}

/** Records the nonce of a call. `false`: a call of this key has had it. */
export async function takeNonce(
  database: Queryable,
  { keyId, nonce, at }: { keyId: number; nonce: string; at: Date },
): Promise<boolean> {
  const rows = await database.query(
    'insert into used_nonces (key_id, nonce, at) values ($1, $2, $3) on conflict do nothing returning key_id',
    [keyId, nonce, at],
  )
  return rows.length > 0
}
