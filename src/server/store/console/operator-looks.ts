import { toCount } from '#domain/counts.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { Transaction } from '../database.ts'
import { insertRow } from '../rows.ts'

export interface Look {
  readonly operatorId: number
  readonly kind: string
  readonly subject: string
  /** The number of customers or tickets that it shows. */
  readonly rows: number
  /** The beginning of the hour in which it counts. */
  readonly hour: Date
}

/** The number of rows that views of a kind have shown an operator. */
export interface LooksSeen {
  /** True if the same view was recorded within this hour. */
  readonly isKnown: boolean
  readonly inHour: number
  /** In the last 24 hours. */
  readonly inDay: number
}

const dayBefore = (hour: Date) => new Date(hour.getTime() - DAY_MS)

/** Views of one operator are counted one after the other. */
export async function readLooks(
  tx: Transaction,
  { operatorId, kind, subject, hour }: Omit<Look, 'rows'>,
): Promise<LooksSeen> {
  await tx.query('select 1 from users where id = $1 for update', [operatorId])
  const [row] = await tx.query<{ known: bigint; in_hour: bigint; in_day: bigint }>(
    `select count(*) filter (where subject = $3 and hour = $4) as known, coalesce(sum(rows) filter (where hour = $4), 0) as in_hour,
      coalesce(sum(rows), 0) as in_day from operator_looks where operator_id = $1 and kind = $2 and hour > $5`,
    [operatorId, kind, subject, hour, dayBefore(hour)],
  )
  return {
    isKnown: toCount(row?.known ?? 0n) > 0,
    inHour: toCount(row?.in_hour ?? 0n),
    inDay: toCount(row?.in_day ?? 0n),
  }
}

/** Records the view, and deletes those older than a day. */
export async function insertLook(tx: Transaction, { operatorId, kind, subject, rows, hour }: Look): Promise<void> {
  await tx.query('delete from operator_looks where operator_id = $1 and hour <= $2', [operatorId, dayBefore(hour)])
  await insertRow(tx, 'operator_looks', { operatorId, kind, subject, rows, hour })
}
