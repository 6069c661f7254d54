import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import type { Queryable } from '../database.ts'

/** An owner's holding of a coin, free and held. */
export interface Holding {
  readonly coinId: number
  readonly units: bigint
}

/** By coin; coins that were never used are absent. */
export async function readHoldings(database: Queryable, ownerId: number): Promise<Holding[]> {
  const rows = await database.query<{ coin_id: number; units: bigint }>(
    'select coin_id, available + blocked as units from balances where owner_id = $1 order by coin_id',
    [ownerId],
  )
  return rows.map(({ coin_id, units }) => ({ coinId: coin_id, units }))
}

/** The loans of the operator's credit line to an account, by coin. */
export async function readLent(database: Queryable, userId: number): Promise<ReadonlyMap<number, bigint>> {
  const rows = await database.query<{ coin_id: number; units: bigint }>(
    `select p.coin_id, sum(p.amount) as units from ledger_entries e join postings p on p.seq = e.seq
      where e.kind = 'credit' and e.reference like 'capital:%' and p.owner_id = $1
        and exists (select from postings o where o.seq = e.seq and o.owner_id = $2)
      group by p.coin_id`,
    [userId, SYSTEM_ACCOUNT.creditLine],
  )
  return new Map(rows.map(({ coin_id, units }) => [coin_id, units]))
}
