import { fromCount, toCount } from '#domain/counts.ts'
import type { Charges } from '#domain/fee.ts'
import { ppm } from '#domain/units.ts'

export interface ChargeColumns {
  taker_ppm: number
  maker_ppm: number
  invited_by: bigint | null
}

/** The fee rates of a user, from the rows of the level and of the user. */
export const chargesOf = (row: ChargeColumns): Charges => ({
  taker: ppm(fromCount(row.taker_ppm)),
  maker: ppm(fromCount(row.maker_ppm)),
  inviterId: row.invited_by === null ? undefined : toCount(row.invited_by),
})
