import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import type { Queryable } from '../database.ts'

/** One coin in its units: the customers' holdings, and the amounts from the three sources of the ledger. */
export interface BackingRow {
  readonly coinId: number
  readonly owed: bigint
  readonly gateway: bigint
  readonly custody: bigint
  readonly capital: bigint
  /** Credit that customers have returned. */
  readonly returned: bigint
}

interface Columns {
  coin_id: number
  owed: bigint
  gateway: bigint
  custody: bigint
  capital: bigint
  returned: bigint
}

/** By coin; the exchange's own trading accounts are not customers. */
export async function readBackingRows(database: Queryable): Promise<BackingRow[]> {
  const { gatewayClearing, chainCustody, creditLine } = SYSTEM_ACCOUNT
  const rows = await database.query<Columns>(
    `select b.coin_id,
        coalesce(sum(b.available + b.blocked) filter (where u.house_name is null and b.owner_id > 0), 0) as owed,
        coalesce(-sum(b.available + b.blocked) filter (where b.owner_id = $1), 0) as gateway,
        coalesce(-sum(b.available + b.blocked) filter (where b.owner_id = $2), 0) as custody,
        coalesce(-sum(b.available + b.blocked) filter (where b.owner_id = $3), 0) as capital,
        (select coalesce(sum(h.amount), 0) from holds h
          where h.coin_id = b.coin_id and h.reference like 'capital:returned:%' and h.status = 'SETTLED') as returned
      from balances b left join users u on u.id = b.owner_id
      group by b.coin_id order by b.coin_id`,
    [gatewayClearing, chainCustody, creditLine],
  )
  return rows.map(({ coin_id, ...sums }) => ({ coinId: coin_id, ...sums }))
}

/** The payloads of all appointments with a drawn credit. */
export async function readAllLent(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ payload: string }>(
    `select payload from proposals where kind = 'APPOINT_SUPERVISOR' and executed_at is not null`,
  )
  return rows.map(({ payload }) => payload)
}
