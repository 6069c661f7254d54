import type { Queryable } from '../database.ts'
import { readRows, rowAs } from '../rows.ts'

/** Coins of a network that custody counts fewer of than the ledger has, in the ledger's units. */
export interface Shortage {
  readonly network: string
  readonly coinId: number
  /** Sending was stopped for these. */
  readonly known: bigint
  /** Since when more than these is missing, and the least that was missing in that time. */
  readonly lasting: { readonly since: Date; readonly least: bigint } | undefined
}

interface Columns extends Pick<Shortage, 'network' | 'coinId' | 'known'> {
  readonly since: Date | undefined
  readonly least: bigint | undefined
}

const shortage = (row: Parameters<ReturnType<typeof rowAs<Columns>>>[0]): Shortage => {
  const { since, least, ...rest } = rowAs<Columns>()(row)
  return { ...rest, lasting: since && least !== undefined ? { since, least } : undefined }
}

export const readShortages = (database: Queryable): Promise<Shortage[]> =>
  readRows(
    database,
    shortage,
    'select network, coin_id as "coinId", known, since, least from custody_shortages order by network, coin_id',
  )

export async function saveShortage(database: Queryable, { network, coinId, known, lasting }: Shortage): Promise<void> {
  await database.query(
    `insert into custody_shortages (network, coin_id, known, since, least) values ($1, $2, $3, $4, $5)
      on conflict (network, coin_id) do update set known = excluded.known, since = excluded.since, least = excluded.least`,
    [network, coinId, known, lasting?.since, lasting?.least],
  )
}

/** Nothing is missing any more. */
export async function endShortage(
  database: Queryable,
  { network, coinId }: Pick<Shortage, 'network' | 'coinId'>,
): Promise<void> {
  await database.query('delete from custody_shortages where network = $1 and coin_id = $2', [network, coinId])
}
