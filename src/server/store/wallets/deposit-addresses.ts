import type { Queryable } from '../database.ts'
import { findNumber, findRow, readRows, rowAs } from '../rows.ts'

export interface DepositAddress {
  readonly network: string
  readonly index: number
  readonly userId: number
  readonly address: string
  /** Belongs to the address where all users share one. */
  readonly tag: string | undefined
}

const COLUMNS = 'network, index, user_id as "userId", address, tag'
const addressRow = rowAs<DepositAddress>('userId')

export const findDepositAddress = (
  database: Queryable,
  { network, userId }: { network: string; userId: number },
): Promise<DepositAddress | undefined> =>
  findRow(database, addressRow, `select ${COLUMNS} from deposit_addresses where network = $1 and user_id = $2`, [
    network,
    userId,
  ])

/** The user whose address this is on one of these networks; some networks have the same one. */
export function findAddressOwner(
  database: Queryable,
  { networks, address, tag }: { networks: readonly string[]; address: string; tag: string | undefined },
): Promise<number | undefined> {
  return findNumber(
    database,
    `select user_id from deposit_addresses
      where network = any($1::text[]) and address = $2 and coalesce(tag, '') = coalesce($3, '') limit 1`,
    [networks, address, tag],
  )
}

/** How many indices are issued: all of them are below it. */
export async function countIssued(database: Queryable): Promise<number> {
  const [row] = await database.query<{ issued: number }>(
    'select coalesce(max(index) + 1, 0)::integer as issued from deposit_indices',
  )
  return row?.issued ?? 0
}

/** The user's index, if any is issued. */
export async function findIndex(database: Queryable, userId: number): Promise<number | undefined> {
  const [row] = await database.query<{ index: number }>('select index from deposit_indices where user_id = $1', [
    userId,
  ])
  return row?.index
}

/** Issues the next index to a user, unless another request has taken it or has issued the user's own meanwhile. */
export async function issueIndex(database: Queryable, userId: number): Promise<void> {
  await database.query(
    `insert into deposit_indices (index, user_id)
      select greatest(max(index) + 1, (select max(addresses_after) from restores), 0), $1::bigint from deposit_indices
      on conflict do nothing`,
    [userId],
  )
}

/** Writes an address, unless another request has done so meanwhile. */
export async function insertDepositAddress(
  database: Queryable,
  { network, index, userId, address, tag }: DepositAddress,
  at: Date,
): Promise<void> {
  await database.query(
    `insert into deposit_addresses (network, index, user_id, address, tag, created_at) values ($1, $2, $3, $4, $5, $6)
      on conflict do nothing`,
    [network, index, userId, address, tag, at],
  )
}

const ownerRow = rowAs<{ index: number; userId: number }>('userId')

/** The users to whom these indices are issued, by index. */
export async function ownersOfIndices(
  database: Queryable,
  indices: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await readRows(
    database,
    ownerRow,
    'select index, user_id as "userId" from deposit_indices where index = any($1::integer[])',
    [indices],
  )
  return new Map(rows.map(({ index, userId }) => [index, userId]))
}
