import type { Queryable } from '../database.ts'
import { findRow, hasRows, readRows, rowAs } from '../rows.ts'

export interface DepositAddress {
  readonly network: string
  readonly index: number
  readonly userId: number
  readonly address: string
}

const COLUMNS = 'network, index, user_id as "userId", address'
const addressRow = rowAs<DepositAddress>('userId')

export const findDepositAddress = (
  database: Queryable,
  { network, userId }: { network: string; userId: number },
): Promise<DepositAddress | undefined> =>
  findRow(database, addressRow, `select ${COLUMNS} from deposit_addresses where network = $1 and user_id = $2`, [
    network,
    userId,
  ])

/** How many addresses of a network are issued: their indices are below it. */
export async function countIssued(database: Queryable, network: string): Promise<number> {
  const [row] = await database.query<{ issued: number }>(
    'select coalesce(max(index) + 1, 0)::integer as issued from deposit_addresses where network = $1',
    [network],
  )
  return row?.issued ?? 0
}

/** @returns false if another request has taken the index, or has issued the user's address, meanwhile */
export const insertDepositAddress = (
  database: Queryable,
  { network, index, userId, address }: DepositAddress,
  at: Date,
): Promise<boolean> =>
  hasRows(
    database,
    `insert into deposit_addresses (network, index, user_id, address, created_at) values ($1, $2, $3, $4, $5)
      on conflict do nothing returning index`,
    [network, index, userId, address, at],
  )

/** The owners of these addresses of a network, by index. */
export async function ownersOfAddresses(
  database: Queryable,
  { network, indices }: { network: string; indices: readonly number[] },
): Promise<ReadonlyMap<number, DepositAddress>> {
  const rows = await readRows(
    database,
    addressRow,
    `select ${COLUMNS} from deposit_addresses where network = $1 and index = any($2::integer[])`,
    [network, indices],
  )
  return new Map(rows.map((row) => [row.index, row]))
}
