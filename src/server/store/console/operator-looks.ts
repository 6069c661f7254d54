import { toCount } from '#domain/counts.ts'
import type { Transaction } from '../database.ts'

export interface Look {
  readonly operatorId: number
  readonly kind: string
  readonly subject: string
  /** The beginning of the hour that it is counted in. */
  readonly hour: Date
}

/** Whether this hour has seen the look before, and how many others of its kind. Looks of one operator come one after the other. */
export async function readLooks(
  tx: Transaction,
  { operatorId, kind, subject, hour }: Look,
): Promise<{ readonly isKnown: boolean; readonly others: number }> {
  await tx.query('select 1 from users where id = $1 for update', [operatorId])
  const [row] = await tx.query<{ known: bigint; others: bigint }>(
    `select count(*) filter (where subject = $3) as known, count(*) filter (where subject <> $3) as others from operator_looks
      where operator_id = $1 and kind = $2 and hour = $4`,
    [operatorId, kind, subject, hour],
  )
  return { isKnown: toCount(row?.known ?? 0n) > 0, others: toCount(row?.others ?? 0n) }
}

/** Keeps it, and forgets those of earlier hours. */
export async function insertLook(tx: Transaction, { operatorId, kind, subject, hour }: Look): Promise<void> {
  await tx.query('delete from operator_looks where operator_id = $1 and hour < $2', [operatorId, hour])
  await tx.query('insert into operator_looks (operator_id, kind, subject, hour) values ($1, $2, $3, $4)', [
    operatorId,
    kind,
    subject,
    hour,
  ])
}
