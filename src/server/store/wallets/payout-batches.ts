import type { Amount } from '#domain/units.ts'
import type { Queryable, Transaction } from '../database.ts'
import { findRow, hasRows, readRows, rowAs } from '../rows.ts'

/** By a gateway's settlement API, or by the bank's file. */
export type PayoutWay = 'GATEWAY' | 'FILE'

/**
 * Closes the batch of a day with all approved bank withdrawals, which nobody can take back any more. @returns the number of lines;
 * `undefined` if the day's batch was closed before
 */
export async function closePayoutBatch(
  tx: Transaction,
  { day, at, tokenType }: { day: string; at: Date; tokenType: string },
): Promise<number | undefined> {
  const [batch] = await tx.query<{ id: bigint }>(
    'insert into payout_batches (day, closed_at) values ($1, $2) on conflict (day) do nothing returning id',
    [day, at],
  )
  if (!batch) return undefined
  const lines = await tx.query(
    `with signed as (
      update withdrawals set state = 'SIGNED' where state = 'APPROVED' and token_type = $2 and given_up_as is null returning id
    )
    insert into payout_lines (withdrawal_id, batch_id) select id, $1 from signed order by id returning withdrawal_id`,
    [batch.id, tokenType],
  )
  return lines.length
}

export interface PayoutBatch {
  readonly id: number
  readonly day: string
  readonly closedAt: Date
  readonly way: PayoutWay | undefined
  readonly orderedAt: Date | undefined
  readonly handedInAt: Date | undefined
  readonly lines: number
  readonly amount: Amount
  readonly waiting: number
  readonly paid: number
  readonly returned: number
  readonly paidLate: number
}

const BATCH = `select batch.id, batch.day, batch.closed_at as "closedAt", batch.way, batch.ordered_at as "orderedAt",
    batch.handed_in_at as "handedInAt", sums.* from payout_batches as batch cross join lateral (
      select count(*) as lines, coalesce(sum(w.amount), 0) as amount, count(*) filter (where line.state = 'WAITING') as waiting,
        count(*) filter (where line.state = 'PAID') as paid, count(*) filter (where line.state = 'RETURNED') as returned,
        count(*) filter (where line.paid_late_at is not null and line.taken_back_at is null) as "paidLate"
      from payout_lines as line join withdrawals as w on w.id = line.withdrawal_id where line.batch_id = batch.id
    ) as sums`
const payoutBatch = rowAs<PayoutBatch>('id', 'lines', 'waiting', 'paid', 'returned', 'paidLate')

/** The batches, newest first. */
export const readPayoutBatches = (
  database: Queryable,
  { before, most }: { before: number | undefined; most: number },
): Promise<PayoutBatch[]> =>
  readRows(
    database,
    payoutBatch,
    `${BATCH} where $1::bigint is null or batch.id < $1 order by batch.id desc limit $2`,
    [before, most],
  )

export const findPayoutBatch = (database: Queryable, id: number): Promise<PayoutBatch | undefined> =>
  findRow(database, payoutBatch, `${BATCH} where batch.id = $1`, [id])

export const findPayoutBatchOf = (database: Queryable, day: string): Promise<PayoutBatch | undefined> =>
  findRow(database, payoutBatch, `${BATCH} where batch.day = $1`, [day])

/** Orders a batch. @returns false if it was ordered before */
export const orderPayoutBatch = (
  tx: Transaction,
  { id, way, at }: { id: number; way: PayoutWay; at: Date },
): Promise<boolean> =>
  hasRows(
    tx,
    'update payout_batches set way = $2::payout_way, ordered_at = $3 where id = $1 and way is null returning id',
    [id, way, at],
  )

/** Notes that the bank has the file: its lines are sent. @returns false if it had it before, or the batch goes another way */
export async function handInPayoutFile(tx: Transaction, { id, at }: { id: number; at: Date }): Promise<boolean> {
  const isNow = await hasRows(
    tx,
    `update payout_batches set handed_in_at = $2 where id = $1 and way = 'FILE' and handed_in_at is null returning id`,
    [id, at],
  )
  if (!isNow) return false
  await tx.query(
    `update withdrawals set state = 'SENT' from payout_lines as line
      where line.batch_id = $1 and line.state = 'ORDERED' and withdrawals.id = line.withdrawal_id and withdrawals.state = 'SIGNED'`,
    [id],
  )
  return true
}
