import { toCount } from '#domain/counts.ts'
import type { Queryable } from '../database.ts'

/**
 * Gives these users the level for their counted volume since a day, higher or lower. A SUPERVISOR stays one, and a level set by an operator
 * stays. @returns the users whose level changed
 */
export async function adjustLevels(
  database: Queryable,
  { userIds, since }: { userIds: readonly number[]; since: string },
): Promise<number[]> {
  const rows = await database.query<{ id: bigint }>(
    `with deserved as (
      select users.id, (
        select level from account_levels where level <> 'SUPERVISOR' and volume_from * 10::numeric ^ toman.decimals <= coalesce(
          (select sum(volume) from trade_volumes where user_id = users.id and day >= $1::date), 0)
        order by volume_from desc, level desc limit 1
      ) as level
      from users cross join (select decimals from coins where symbol = 'TOMAN') as toman
      where users.level <> 'SUPERVISOR' and not users.level_set_by_hand and users.id = any($2::bigint[])
    )
    update users set level = deserved.level from deserved
    where users.id = deserved.id and users.level <> deserved.level returning users.id`,
    [since, userIds],
  )
  return rows.map(({ id }) => toCount(id))
}

/** The next users by id, from all users. */
export async function readUserIds(
  database: Queryable,
  { after, rowsMax }: { after: number; rowsMax: number },
): Promise<number[]> {
  const rows = await database.query<{ id: bigint }>('select id from users where id > $1 order by id limit $2', [
    after,
    rowsMax,
  ])
  return rows.map(({ id }) => toCount(id))
}
