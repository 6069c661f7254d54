import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { Queryable } from '../database.ts'
import { findRow, hasRows, insertRow, readRows, rowAs, updateRows } from '../rows.ts'

export interface PasskeyRow {
  readonly id: number
  readonly userId: number
  readonly credentialId: Uint8Array
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly synced: boolean
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
}

export interface NewPasskey
  extends Pick<PasskeyRow, 'userId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'> {
  readonly deviceType: 'singleDevice' | 'multiDevice'
  readonly backedUp: boolean
  readonly at: Date
}

const COLUMNS = `id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter,
  string_to_array(transports, ',') as transports, backed_up as synced, name, created_at as "createdAt",
  last_used_at as "lastUsedAt"`
const passkeyOf = rowAs<PasskeyRow>('id', 'userId', 'counter')

/** Oldest first. */
export const readPasskeys = (database: Queryable, userId: number): Promise<PasskeyRow[]> =>
  readRows(database, passkeyOf, `select ${COLUMNS} from passkeys where user_id = $1 order by id`, [userId])

export const findPasskey = (database: Queryable, credentialId: Uint8Array): Promise<PasskeyRow | undefined> =>
  findRow(database, passkeyOf, `select ${COLUMNS} from passkeys where credential_id = $1`, [credentialId])

/** @returns `undefined` if a user has this credential already */
export function insertPasskey(database: Queryable, passkey: NewPasskey): Promise<PasskeyRow | undefined> {
  const { userId, credentialId, publicKey, counter, transports, deviceType, backedUp, name, at } = passkey
  return findRow(
    database,
    passkeyOf,
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, device_type, backed_up, name, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing returning ${COLUMNS}`,
    [userId, credentialId, publicKey, counter, transports.join(','), deviceType, backedUp, name, at],
  )
}

/** Makes sure that one transaction at a time counts and adds the user's passkeys. */
export async function lockPasskeysOf(tx: Queryable, userId: number): Promise<void> {
  await tx.query('select id from users where id = $1 for update', [userId])
}

interface OwnPasskey {
  readonly userId: number
  /** As received: digits, which the database reads as a number. */
  readonly id: string
}

/** @returns the locked passkey; `undefined` if the user has none with this id */
export const lockOwnPasskey = (tx: Queryable, { userId, id }: OwnPasskey): Promise<PasskeyRow | undefined> =>
  findRow(tx, passkeyOf, `select ${COLUMNS} from passkeys where id = $1 and user_id = $2 for update`, [id, userId])

export const renameOwnPasskey = (tx: Queryable, { id, name }: { id: number; name: string }): Promise<void> =>
  updateRows(tx, 'passkeys', { id }, { name })

export async function deletePasskey(tx: Queryable, id: number): Promise<void> {
  await tx.query('delete from passkeys where id = $1', [id])
}

/** Records a use. @returns false, with nothing written, if the counter did not grow, or the passkey is gone */
export const recordPasskeyUse = (
  tx: Queryable,
  { id, counter, backedUp, at }: { id: number; counter: number; backedUp: boolean; at: Date },
): Promise<boolean> =>
  hasRows(
    tx,
    `update passkeys set counter = $2, backed_up = $3, last_used_at = $4
      where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
    [id, counter, backedUp, at],
  )

/** The handle by which devices identify the user; the given one is stored if there was none. */
export async function ensurePasskeyHandle(
  database: Queryable,
  { userId, handle }: { userId: number; handle: Uint8Array },
): Promise<Uint8Array> {
  const [row] = await database.query<{ passkey_handle: Uint8Array }>(
    'update users set passkey_handle = coalesce(passkey_handle, $2) where id = $1 returning passkey_handle',
    [userId, handle],
  )
  if (!row) throw new Error('a passkey was begun for a user that does not exist')
  return row.passkey_handle
}

/** The user of a passkey, with the data for a login. */
export interface PasskeyUser {
  readonly mobile: MobileNumber | undefined
  readonly handle: Uint8Array | undefined
}

/** For customers: an operator signs in to the console alone. */
export async function readPasskeyUser(database: Queryable, userId: number): Promise<PasskeyUser | undefined> {
  const [row] = await database.query<{ mobile: string | null; passkey_handle: Uint8Array | null }>(
    "select mobile, passkey_handle from users where id = $1 and role = 'CUSTOMER'",
    [userId],
  )
  return row && { mobile: parseMobileNumber(row.mobile ?? ''), handle: row.passkey_handle ?? undefined }
}

export type PasskeyPurpose = 'ADD' | 'LOGIN' | 'PROVE' | 'WITHDRAW'

export interface PasskeyChallenge {
  /** SHA-256 of the flow's token. */
  readonly flowHash: Uint8Array
  readonly purpose: PasskeyPurpose
  /** Absent for a login. */
  readonly userId: number | undefined
  readonly challenge: Uint8Array
  /** The withdrawal that the answer confirms; absent for all else. */
  readonly boundTo?: string | undefined
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
  await insertRow(database, 'passkey_challenges', { ...challenge })
}

/** Removes a challenge, so that it is answered only once, whatever the outcome. */
export const takeChallenge = (
  database: Queryable,
  { flowHash, purpose }: Pick<PasskeyChallenge, 'flowHash' | 'purpose'>,
): Promise<Omit<PasskeyChallenge, 'flowHash' | 'purpose'> | undefined> =>
  findRow(
    database,
    rowAs<Omit<PasskeyChallenge, 'flowHash' | 'purpose'>>('userId'),
    `delete from passkey_challenges where flow_hash = $1 and purpose = $2
      returning user_id as "userId", challenge, bound_to as "boundTo", expires_at as "expiresAt"`,
    [flowHash, purpose],
  )
