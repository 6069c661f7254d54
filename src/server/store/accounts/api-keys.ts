import type { KeyRight } from '#domain/api-key.ts'
import { toCount } from '#domain/counts.ts'
import type { AccountLevel, Charges } from '#domain/fee.ts'
import type { Verification } from '#domain/verification.ts'
import type { Queryable, Transaction } from '../database.ts'
import { type ChargeColumns, chargesOf } from './levels.ts'

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

interface Columns {
  id: bigint
  name: string
  prefix: string
  rights: KeyRight[]
  addresses: string[]
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  last_used_ip: string | null
}

const COLUMNS = 'id, name, prefix, rights, addresses, created_at, expires_at, last_used_at, last_used_ip'

/** Newest first. */
export async function readApiKeys(database: Queryable, userId: number): Promise<ApiKeyRow[]> {
  const rows = await database.query<Columns>(
    `select ${COLUMNS} from api_keys where user_id = $1 order by api_keys.id desc`,
    [userId],
  )
  return rows.map(apiKeyRow)
}

/** The number of a user's keys; no other transaction adds one before this one has ended. */
export async function countApiKeys(tx: Transaction, userId: number): Promise<number> {
  await tx.query('select 1 from users where id = $1 for update', [userId])
  const [row] = await tx.query<{ count: bigint }>('select count(*) as count from api_keys where user_id = $1', [userId])
  return toCount(row?.count ?? 0n)
}

export async function insertApiKey(tx: Transaction, key: NewApiKey): Promise<ApiKeyRow> {
  const [row] = await tx.query<Columns>(
    `insert into api_keys (user_id, name, key_hash, prefix, secret, rights, addresses, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`,
    [
      key.userId,
      key.name,
      key.keyHash,
      key.prefix,
      key.secret,
      key.rights,
      key.addresses,
      key.createdAt,
      key.expiresAt ?? null,
    ],
  )
  if (!row) throw new Error('the database gave no row for an API key')
  return apiKeyRow(row)
}

/** @returns the removed key; `undefined` if the user has none with this id */
export async function deleteApiKey(
  tx: Transaction,
  { userId, id }: { userId: number; id: string },
): Promise<ApiKeyRow | undefined> {
  const [row] = await tx.query<Columns>(`delete from api_keys where user_id = $1 and id = $2 returning ${COLUMNS}`, [
    userId,
    id,
  ])
  return row && apiKeyRow(row)
}

/** The data for deciding on a signed call. */
export interface SigningKey extends Pick<ApiKeyRow, 'id' | 'rights' | 'addresses' | 'expiresAt' | 'lastUsedAt'> {
  readonly secret: Uint8Array
  readonly userId: number
  readonly blocked: boolean
  readonly verification: Verification
  readonly level: AccountLevel
  readonly charges: Charges
}

interface SigningColumns extends ChargeColumns, Columns {
  key_hash: Uint8Array
  secret: Uint8Array
  user_id: bigint
  blocked: boolean
  verification: Verification
  level: AccountLevel
}

/** The keys with these hashes (SHA-256 in hexadecimal digits), by their hash. */
export async function findSigningKeys(
  database: Queryable,
  keyHashes: readonly string[],
): Promise<ReadonlyMap<string, SigningKey>> {
  const rows = await database.query<SigningColumns>(
    `select k.key_hash, k.id, k.rights, k.addresses, k.expires_at, k.last_used_at, k.secret, k.user_id,
      u.blocked_at is not null as blocked, u.verification, u.level, l.taker_ppm, l.maker_ppm, u.invited_by, u.friend_share_ppm
      from api_keys k join users u on u.id = k.user_id join account_levels l on l.level = u.level where k.key_hash = any($1::bytea[])`,
    [keyHashes.map((keyHash) => Buffer.from(keyHash, 'hex'))],
  )
  return new Map(rows.map((row) => [Buffer.from(row.key_hash).toString('hex'), signingKeyOf(row)]))
}

const signingKeyOf = (row: SigningColumns): SigningKey => ({
  id: toCount(row.id),
  rights: row.rights,
  addresses: row.addresses,
  expiresAt: row.expires_at ?? undefined,
  lastUsedAt: row.last_used_at ?? undefined,
  secret: row.secret,
  userId: toCount(row.user_id),
  blocked: row.blocked,
  verification: row.verification,
  level: row.level,
  charges: chargesOf(row),
})

export async function touchApiKey(
  database: Queryable,
  { id, at, ip }: { id: number; at: Date; ip: string },
): Promise<void> {
  await database.query(
    'update api_keys set last_used_at = $2, last_used_ip = $3 where id = $1 and (last_used_at is null or last_used_at < $2)',
    [id, at, ip],
  )
}

function apiKeyRow(row: Columns): ApiKeyRow {
  const { name, prefix, rights, addresses } = row
  return {
    id: toCount(row.id),
    name,
    prefix,
    rights,
    addresses,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
    lastUsedIp: row.last_used_ip ?? undefined,
  }
}
