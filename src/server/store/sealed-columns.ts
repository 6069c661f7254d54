import { toCount } from '#domain/counts.ts'
import type { Queryable } from './database.ts'

/** A row with a column of sealed bytes. */
export interface SealedRow {
  readonly id: number
  readonly sealed: Uint8Array
  /** The context that the bytes are bound to in addition to the row's id; may be empty. */
  readonly belongsTo: string
}

interface Columns {
  id: bigint
  sealed: Uint8Array
  belongs_to: string
}

/** Every column with sealed bytes: how to walk through its rows, and how to replace one unless it has changed meanwhile. */
const TABLES = {
  totp: {
    read: `select id, totp_secret as sealed, '' as belongs_to from users where totp_secret is not null and id > $1 order by id limit $2`,
    replace: 'update users set totp_secret = $3 where id = $1 and totp_secret = $2',
  },
  totpChange: {
    read: `select user_id as id, totp_secret as sealed, '' as belongs_to from two_step_changes
      where totp_secret is not null and user_id > $1 order by user_id limit $2`,
    replace: 'update two_step_changes set totp_secret = $3 where user_id = $1 and totp_secret = $2',
  },
  apiKey: {
    read: `select id, secret as sealed, encode(key_hash, 'hex') as belongs_to from api_keys where id > $1 order by id limit $2`,
    replace: 'update api_keys set secret = $3 where id = $1 and secret = $2',
  },
  push: {
    read: `select id, sealed, encode(endpoint_hash, 'hex') as belongs_to from push_subscriptions where id > $1 order by id limit $2`,
    replace: 'update push_subscriptions set sealed = $3 where id = $1 and sealed = $2',
  },
} as const

export type SealedColumn = keyof typeof TABLES
export const SEALED_COLUMNS: readonly SealedColumn[] = ['totp', 'totpChange', 'apiKey', 'push']

/** Some rows after an id, in the order of their ids. */
export async function readSealed(
  database: Queryable,
  { column, after, max }: { column: SealedColumn; after: number; max: number },
): Promise<SealedRow[]> {
  const rows = await database.query<Columns>(TABLES[column].read, [after, max])
  return rows.map(({ id, sealed, belongs_to: belongsTo }) => ({ id: toCount(id), sealed, belongsTo }))
}

/** Replaces the bytes of a row, unless they were changed meanwhile. */
export async function replaceSealed(
  database: Queryable,
  { column, row, sealed }: { column: SealedColumn; row: SealedRow; sealed: Uint8Array },
): Promise<void> {
  await database.query(TABLES[column].replace, [row.id, row.sealed, sealed])
}
