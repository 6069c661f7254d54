import { fromCount } from '#domain/counts.ts'
import type { AccountLevel } from '#domain/fee.ts'
import { type Ppm, ppm } from '#domain/units.ts'
import type { Queryable } from '../database.ts'

export interface LevelRow {
  readonly level: AccountLevel
  /** Whole Toman traded in three months, from which the level holds. */
  readonly volumeFrom: bigint
  /** The greater of maker and taker: the one that is shown. */
  readonly fee: Ppm
  readonly maker: Ppm
  readonly taker: Ppm
}

/** In the order of their names: VIP_1 first, SUPERVISOR last. */
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
