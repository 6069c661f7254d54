import type { Queryable } from './database.ts'
import { readRows, rowAs } from './rows.ts'

/** A row with a column of sealed bytes. */
export interface SealedRow {
  readonly id: number
  readonly sealed: Uint8Array
  /** The context that the bytes are bound to in addition to the row's id; may be empty. */
  readonly belongsTo: string
}

/** Every column with sealed bytes: how to walk through its rows, and how to replace one unless it has changed meanwhile. */
const TABLES = {
  totp: {
    read: `select id, totp_secret as sealed, '' as "belongsTo" from users where totp_secret is not null and id > $1 order by id limit $2`,
    replace: 'update users set totp_secret = $3 where id = $1 and totp_secret = $2',
  },
  totpChange: {
    read: `select user_id as id, totp_secret as sealed, '' as "belongsTo" from two_step_changes
      where totp_secret is not null and user_id > $1 order by user_id limit $2`,
    replace: 'update two_step_changes set totp_secret = $3 where user_id = $1 and totp_secret = $2',
  },
  apiKey: {
    read: `select id, secret as sealed, encode(key_hash, 'hex') as "belongsTo" from api_keys where id > $1 order by id limit $2`,
    replace: 'update api_keys set secret = $3 where id = $1 and secret = $2',
  },
  push: {
    read: `select id, sealed, encode(endpoint_hash, 'hex') as "belongsTo" from push_subscriptions where id > $1 order by id limit $2`,
    replace: 'update push_subscriptions set sealed = $3 where id = $1 and sealed = $2',
  },
  deliveryCode: {
    read: `select withdrawal_id as id, code as sealed, '' as "belongsTo" from deliveries where withdrawal_id > $1 order by withdrawal_id limit $2`,
    replace: 'update deliveries set code = $3 where withdrawal_id = $1 and code = $2',
  },
  liability: {
    read: `select number as id, secret as sealed, '' as "belongsTo" from liability_statements
      where secret is not null and number > $1 order by number limit $2`,
    replace: 'update liability_statements set secret = $3 where number = $1 and secret = $2',
  },
} as const

export type SealedColumn = keyof typeof TABLES
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  'totp',
  'totpChange',
  'apiKey',
  'push',
  'deliveryCode',
  'liability',
]

/** Some rows after an id, in the order of their ids. */
export const readSealed = (
  database: Queryable,
  { column, after, max }: { column: SealedColumn; after: number; max: number },
): Promise<SealedRow[]> => readRows(database, rowAs<SealedRow>('id'), TABLES[column].read, [after, max])

/** Replaces the bytes of a row, unless they were changed meanwhile. */
export async function replaceSealed(
  database: Queryable,
  { column, row, sealed }: { column: SealedColumn; row: SealedRow; sealed: Uint8Array },
): Promise<void> {
  await database.query(TABLES[column].replace, [row.id, row.sealed, sealed])
}
