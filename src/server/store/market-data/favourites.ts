import type { Queryable } from '../database.ts'
import { readRows } from '../rows.ts'

/** The ids of a user's favourite markets, in the order in which they were chosen. */
export const readFavourites = (database: Queryable, userId: number): Promise<number[]> =>
  readRows(
    database,
    (row: { readonly market_id: number }) => row.market_id,
    'select market_id from favourite_markets where user_id = $1 order by chosen_at, market_id',
    [userId],
  )

interface Favourite {
  readonly userId: number
  readonly marketId: number
}

/** A market that is a favourite already keeps its place. */
export async function insertFavourite(
  database: Queryable,
  { userId, marketId, at }: Favourite & { readonly at: Date },
): Promise<void> {
  await database.query(
    `insert into favourite_markets (user_id, chosen_at, market_id) values ($1, $2, $3)
     on conflict (user_id, market_id) do nothing`,
    [userId, at, marketId],
  )
}

/** Does nothing if the market is not a favourite. */
export async function deleteFavourite(database: Queryable, { userId, marketId }: Favourite): Promise<void> {
  await database.query('delete from favourite_markets where user_id = $1 and market_id = $2', [userId, marketId])
}
