import type { Amount } from '#domain/units.ts'
import type { Queryable, Transaction } from '../database.ts'
import { readRows, rowAs } from '../rows.ts'

/** Coins on their way from a deposit address to the hot wallet. */
export interface Sweep {
  readonly id: number
  readonly userId: number
  readonly coinId: number
  /** The derivation index of the user's addresses. */
  readonly index: number
}

export const openSweeps = (database: Queryable, network: string): Promise<Sweep[]> =>
  readRows(
    database,
    rowAs<Sweep>('id', 'userId'),
    `select sweeps.id, sweeps.user_id as "userId", coin_id as "coinId", index from sweeps
      join deposit_indices on deposit_indices.user_id = sweeps.user_id
      where network = $1 and ended_at is null order by looked_at nulls first, sweeps.id`,
    [network],
  )

interface Unswept {
  readonly network: string
  readonly coinId: number
  /** The least sum of a user's deposits that is moved. */
  readonly least: Amount
  readonly at: Date
  readonly most: number
}

/** Begins to move what lies on deposit addresses, the largest sums first; an address of which coins are on their way has to wait. */
export async function beginSweeps(database: Queryable, { network, coinId, least, at, most }: Unswept): Promise<void> {
  await database.query(
    `insert into sweeps (network, user_id, coin_id, up_to, begun_at)
      select $1, user_id, $2, max(id), $4 from incoming_transfers as deposit
        where network = $1 and coin_id = $2 and state = 'CREDITED' and swept_at is null and not exists (
          select 1 from sweeps where network = $1 and sweeps.user_id = deposit.user_id and sweeps.ended_at is null)
        group by user_id having sum(amount) >= $3 order by sum(amount) desc limit $5
      on conflict do nothing`,
    [network, coinId, least, at, most],
  )
}

export async function noteSweep(
  database: Queryable,
  { id, at, txid, refusal }: { id: number; at: Date; txid?: string | undefined; refusal?: string | undefined },
): Promise<void> {
  await database.query('update sweeps set looked_at = $2, txid = coalesce($3, txid), refusal = $4 where id = $1', [
    ...[id, at, txid, refusal],
  ])
}

/** Ends a sweep, after which its deposits are in the hot wallet. */
export async function endSweep(tx: Transaction, { id, at }: { id: number; at: Date }): Promise<void> {
  await tx.query(
    `update incoming_transfers set swept_at = $2 from sweeps
      where sweeps.id = $1 and incoming_transfers.network = sweeps.network and incoming_transfers.user_id = sweeps.user_id
        and incoming_transfers.coin_id = sweeps.coin_id and incoming_transfers.id <= sweeps.up_to and state = 'CREDITED'
        and swept_at is null`,
    [id, at],
  )
  await tx.query('update sweeps set ended_at = $2, refusal = null where id = $1', [id, at])
}
