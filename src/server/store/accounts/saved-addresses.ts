import type { Queryable, Transaction } from '../database.ts'
import { countOf, findRow, hasRows, insertReturning, readRows, rowAs, updateRows } from '../rows.ts'

/** An address outside the exchange that a user keeps to withdraw coins to. */
export interface SavedAddressRow {
  readonly id: number
  readonly network: string
  /** As custody writes it. */
  readonly address: string
  /** Belongs to the address, on networks that have one. */
  readonly tag: string | undefined
  readonly label: string
  readonly addedAt: Date
}

export type NewSavedAddress = Omit<SavedAddressRow, 'id'> & { readonly userId: number }

const COLUMNS = 'id, network, address, tag, label, added_at as "addedAt"'
const savedAddressRow = rowAs<SavedAddressRow>('id')

/** In the order in which they were saved. */
export const readSavedAddresses = (database: Queryable, userId: number): Promise<SavedAddressRow[]> =>
  readRows(
    database,
    savedAddressRow,
    `select ${COLUMNS} from saved_addresses where user_id = $1 order by saved_addresses.id`,
    [userId],
  )

export const countSavedAddresses = (tx: Transaction, userId: number): Promise<number> =>
  countOf(tx, 'select count(*) from saved_addresses where user_id = $1', [userId])

export const isAddressSaved = (
  tx: Transaction,
  { userId, network, address, tag }: Pick<NewSavedAddress, 'userId' | 'network' | 'address' | 'tag'>,
): Promise<boolean> =>
  hasRows(
    tx,
    'select 1 from saved_addresses where user_id = $1 and network = $2 and address = $3 and tag is not distinct from $4',
    [userId, network, address, tag],
  )

export const insertSavedAddress = (tx: Transaction, added: NewSavedAddress): Promise<SavedAddressRow> =>
  insertReturning(tx, savedAddressRow, { table: 'saved_addresses', fields: { ...added }, returning: COLUMNS })

/** @returns the removed address; `undefined` if the user has none with this id */
export const deleteSavedAddress = (
  tx: Transaction,
  { userId, id }: { userId: number; id: string },
): Promise<SavedAddressRow | undefined> =>
  findRow(tx, savedAddressRow, `delete from saved_addresses where user_id = $1 and id = $2 returning ${COLUMNS}`, [
    userId,
    id,
  ])

/** Whether the user withdraws coins to saved addresses alone. */
export const readOnlySaved = (database: Queryable, userId: number): Promise<boolean> =>
  hasRows(database, 'select 1 from users where id = $1 and only_saved_addresses', [userId])

export const saveOnlySaved = (
  tx: Transaction,
  { userId, onlySaved }: { userId: number; onlySaved: boolean },
): Promise<void> => updateRows(tx, 'users', { id: userId }, { onlySavedAddresses: onlySaved })
