import { fromCount, toCount } from '#domain/counts.ts'
import type { AccountLevel, Charges } from '#domain/fee.ts'
import { type Ppm, ppm } from '#domain/units.ts'
import { stageOf, type Verification } from '#domain/verification.ts'
import type { Queryable } from '../database.ts'

export interface LevelRow {
  readonly level: AccountLevel
  /** The volume of three months in whole Toman from which the level applies. */
  readonly volumeFrom: bigint
  /** The larger of maker and taker, which is the displayed one. */
  readonly fee: Ppm
  readonly maker: Ppm
  readonly taker: Ppm
}

/** By name: VIP_1 first, SUPERVISOR last. */
export async function readLevels(database: Queryable): Promise<LevelRow[]> {
  const rows = await database.query<{
    level: AccountLevel
    volume_from: bigint
    fee_ppm: number
    maker_ppm: number
    taker_ppm: number
  }>('select level, volume_from, fee_ppm, maker_ppm, taker_ppm from account_levels order by level')
  return rows.map((row) => ({
    level: row.level,
    volumeFrom: row.volume_from,
    fee: ppm(fromCount(row.fee_ppm)),
    maker: ppm(fromCount(row.maker_ppm)),
    taker: ppm(fromCount(row.taker_ppm)),
  }))
}

export interface ChargeColumns {
  taker_ppm: number
  maker_ppm: number
  invited_by: bigint | null
  friend_share_ppm: number | null
}

/** The fee rates of a user, from the rows of the level and of the user. */
export const chargesOf = (row: ChargeColumns): Charges => ({
  taker: ppm(fromCount(row.taker_ppm)),
  maker: ppm(fromCount(row.maker_ppm)),
  inviterId: row.invited_by === null ? undefined : toCount(row.invited_by),
  ...(row.friend_share_ppm !== null && { friendShare: ppm(fromCount(row.friend_share_ppm)) }),
})

export interface TradingTerms {
  readonly authorized: boolean
  readonly supervisor: boolean
  /** By the user's level. */
  readonly charges: Charges
}

/** The terms on which a user trades now; `undefined` for an unknown user. */
export async function readTradingTerms(database: Queryable, userId: number): Promise<TradingTerms | undefined> {
  const [row] = await database.query<{ verification: Verification; level: AccountLevel } & ChargeColumns>(
    `select u.verification, u.level, l.taker_ppm, l.maker_ppm, u.invited_by, u.friend_share_ppm
     from users u join account_levels l on l.level = u.level where u.id = $1`,
    [userId],
  )
  if (!row) return undefined
  return {
    authorized: stageOf(row.verification).authorized,
    supervisor: row.level === 'SUPERVISOR',
    charges: chargesOf(row),
  }
}

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
