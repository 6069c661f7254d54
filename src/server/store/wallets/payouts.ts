import { toCount } from '#domain/counts.ts'
import type { Sheba } from '#domain/sheba.ts'
import type { Amount } from '#domain/units.ts'
import type { Queryable, Transaction } from '../database.ts'
import { findRow, hasRows, readRows, rowAs } from '../rows.ts'
import type { PayoutWay } from './payout-batches.ts'

export type PayoutLineState = 'WAITING' | 'ORDERED' | 'PAYING' | 'PAID' | 'RETURNING' | 'RETURNED'

/** A withdrawal in a closed batch, with everything that its payment needs. */
export interface PayoutLine {
  /** The withdrawal's id, too. */
  readonly id: number
  readonly batchId: number
  readonly way: PayoutWay | undefined
  readonly state: PayoutLineState
  readonly attempts: number
  readonly attemptedAt: Date | undefined
  readonly failingSince: Date | undefined
  readonly failure: string | undefined
  /** The bank's reference of the payment. */
  readonly reference: string | undefined
  readonly endedAt: Date | undefined
  /** Paid although the money was back with its user, and taken back from the balance. */
  readonly paidLateAt: Date | undefined
  readonly takenBackAt: Date | undefined
  readonly userId: number
  readonly coinId: number
  readonly amount: Amount
  /** Checked when the withdrawal was raised. */
  readonly sheba: Sheba
  readonly holdReference: string
  readonly firstName: string
  readonly lastName: string
  readonly nationalCode: string
  /** Whether the Sheba is still verified as the user's own. */
  readonly isOwn: boolean
  readonly isFrozen: boolean
}

const LINE = `select line.withdrawal_id as id, line.batch_id as "batchId", batch.way, line.state, line.attempts,
    line.attempted_at as "attemptedAt", line.failing_since as "failingSince", line.failure, line.reference, line.ended_at as "endedAt",
    line.paid_late_at as "paidLateAt", line.taken_back_at as "takenBackAt", w.user_id as "userId",
    w.coin_id as "coinId", w.amount, w.address as sheba, w.hold_reference as "holdReference",
    coalesce(person.first_name, '') as "firstName", coalesce(person.last_name, '') as "lastName",
    coalesce(person.national_code, '') as "nationalCode", users.blocked_at is not null as "isFrozen",
    exists (select 1 from bank_accounts as own where own.user_id = w.user_id and own.sheba = w.address
      and own.verified_at is not null) as "isOwn"
  from payout_lines as line join payout_batches as batch on batch.id = line.batch_id
    join withdrawals as w on w.id = line.withdrawal_id join users on users.id = w.user_id
    left join identities as person on person.user_id = w.user_id`
const payoutLine = rowAs<PayoutLine>('id', 'batchId', 'userId')

export const payoutLinesOf = (database: Queryable, batchId: number): Promise<PayoutLine[]> =>
  readRows(database, payoutLine, `${LINE} where line.batch_id = $1 order by line.withdrawal_id`, [batchId])

/** Some lines of a batch, the newest withdrawals first. */
export const readPayoutLines = (
  database: Queryable,
  { batchId, before, most }: { batchId: number; before: number | undefined; most: number },
): Promise<PayoutLine[]> =>
  readRows(
    database,
    payoutLine,
    `${LINE} where line.batch_id = $1 and ($2::bigint is null or line.withdrawal_id < $2)
      order by line.withdrawal_id desc limit $3`,
    [batchId, before, most],
  )

export const findPayoutLine = (database: Queryable, id: number): Promise<PayoutLine | undefined> =>
  findRow(database, payoutLine, `${LINE} where line.withdrawal_id = $1`, [id])

/** Lines of ordered batches in a state, the longest unseen first. */
export const openPayoutLines = (
  database: Queryable,
  { state, most }: { state: 'WAITING' | 'PAYING' | 'RETURNING'; most: number },
): Promise<PayoutLine[]> =>
  readRows(
    database,
    payoutLine,
    `${LINE} where line.state = $1::payout_state and (batch.way is not null or line.state <> 'WAITING')
      order by line.looked_at nulls first, line.withdrawal_id limit $2`,
    [state, most],
  )

/** Lines for the gateway that it has never had. */
export const unsentPayoutLines = (database: Queryable, most: number): Promise<PayoutLine[]> =>
  readRows(
    database,
    payoutLine,
    `${LINE} where line.state = 'ORDERED' and batch.way = 'GATEWAY' and line.attempts = 0 order by line.withdrawal_id limit $1`,
    [most],
  )

/** Lines that the gateway may have, seen before `before`, the longest unseen first. */
export const sentPayoutLines = (
  database: Queryable,
  { before, most }: { before: Date; most: number },
): Promise<PayoutLine[]> =>
  readRows(
    database,
    payoutLine,
    `${LINE} where line.state = 'ORDERED' and batch.way = 'GATEWAY' and line.attempts > 0
      and (line.looked_at is null or line.looked_at < $1) order by line.looked_at nulls first, line.withdrawal_id limit $2`,
    [before, most],
  )

/** Returned lines that the gateway had, which a bank may still pay, or whose late payment the user's balance has not paid for. */
export const lapsedPayoutLines = (
  database: Queryable,
  { endedAfter, before, most }: { endedAfter: Date; before: Date; most: number },
): Promise<PayoutLine[]> =>
  readRows(
    database,
    payoutLine,
    `${LINE} where line.state = 'RETURNED' and batch.way = 'GATEWAY'
      and line.attempts > 0 and line.taken_back_at is null and (line.paid_late_at is not null or line.ended_at > $1)
      and (line.looked_at is null or line.looked_at < $2) order by line.looked_at nulls first, line.withdrawal_id limit $3`,
    [endedAfter, before, most],
  )

/** Lines that a gateway has paid, of batches ordered after `orderedAfter`: a bank may still send the money back. */
export const paidPayoutLines = (
  database: Queryable,
  { orderedAfter, before, most }: { orderedAfter: Date; before: Date; most: number },
): Promise<PayoutLine[]> =>
  readRows(
    database,
    payoutLine,
    `${LINE} where batch.ordered_at > $1 and batch.way = 'GATEWAY' and line.state = 'PAID' and line.failure is distinct from 'SENT_BACK'
      and (line.looked_at is null or line.looked_at < $2) order by line.looked_at nulls first, line.withdrawal_id limit $3`,
    [orderedAfter, before, most],
  )

/** Notes that the money of a paid line is back with its user, since the bank has sent it back. @returns whether that is new */
export async function noteSentBack(tx: Transaction, { id, at }: { id: number; at: Date }): Promise<boolean> {
  const isNow = await hasRows(
    tx,
    `update payout_lines set failure = 'SENT_BACK', failing_since = coalesce(failing_since, $2)
      where withdrawal_id = $1 and state = 'PAID' and failure is distinct from 'SENT_BACK' returning withdrawal_id`,
    [id, at],
  )
  if (isNow) await tx.query(`update withdrawals set end_reason = 'SENT_BACK' where id = $1`, [id])
  return isNow
}

/** @returns whether the line waited until now */
export const orderPayoutLine = (database: Queryable, id: number): Promise<boolean> =>
  hasRows(
    database,
    `update payout_lines set state = 'ORDERED' where withdrawal_id = $1 and state = 'WAITING' returning withdrawal_id`,
    [id],
  )

/**
 * Counts an attempt before it is made. @returns the lines that may be submitted now: those that nobody else has taken or ended meanwhile
 */
export async function countPayoutAttempts(
  database: Queryable,
  { ids, attempts, at }: { ids: readonly number[]; attempts: number; at: Date },
): Promise<number[]> {
  const rows = await database.query<{ id: bigint }>(
    `update payout_lines set attempts = attempts + 1, attempted_at = $3
      where withdrawal_id = any($1::bigint[]) and state = 'ORDERED' and attempts = $2 returning withdrawal_id as id`,
    [ids, attempts, at],
  )
  return rows.map(({ id }) => toCount(id))
}

/** Notes a look-up, and since when the gateway says that it does not pay. */
export async function notePayoutLook(
  database: Queryable,
  { id, at, failing }: { id: number; at: Date; failing: string | undefined | 'unchanged' },
): Promise<void> {
  await database.query(
    `update payout_lines set looked_at = $2,
      failing_since = case when $4 then failing_since when $3::text is null then null else coalesce(failing_since, $2) end,
      failure = case when $4 then failure else $3 end where withdrawal_id = $1`,
    [id, at, failing === 'unchanged' ? undefined : failing, failing === 'unchanged'],
  )
}

/** Decides that a line is never paid. @returns whether it was decided now */
export const beginPayoutReturn = (
  tx: Transaction,
  { id, failure, at }: { id: number; failure: string; at: Date },
): Promise<boolean> =>
  hasRows(
    tx,
    `update payout_lines set state = 'RETURNING', failure = $2, failing_since = coalesce(failing_since, $3)
      where withdrawal_id = $1 and state in ('WAITING', 'ORDERED') returning withdrawal_id`,
    [id, failure, at],
  )

/** Ends a line whose withdrawal has given its money back. @returns whether it ended now */
export const endPayoutReturn = (database: Queryable, { id, at }: { id: number; at: Date }): Promise<boolean> =>
  hasRows(
    database,
    `update payout_lines set state = 'RETURNED', ended_at = $2 from withdrawals
      where withdrawal_id = $1 and payout_lines.state = 'RETURNING' and withdrawals.id = $1 and withdrawals.state = 'FAILED'
      returning withdrawal_id`,
    [id, at],
  )

/** Decides that a line is paid. @returns whether it was decided now */
export const beginPayoutPayment = (
  database: Queryable,
  { id, reference }: { id: number; reference: string },
): Promise<boolean> =>
  hasRows(
    database,
    `update payout_lines set state = 'PAYING', reference = $2, failing_since = null, failure = null
      where withdrawal_id = $1 and state = 'ORDERED' returning withdrawal_id`,
    [id, reference],
  )

/** Ends a line whose hold is settled. @returns whether it ended now */
export const endPaidPayout = (tx: Transaction, { id, at }: { id: number; at: Date }): Promise<boolean> =>
  hasRows(
    tx,
    `update payout_lines set state = 'PAID', ended_at = $2 from withdrawals, holds
      where withdrawal_id = $1 and payout_lines.state = 'PAYING' and withdrawals.id = $1
        and holds.reference = hold_reference and holds.status = 'SETTLED' returning withdrawal_id`,
    [id, at],
  )

/** Notes that a returned line was paid. @returns whether that is new */
export const notePaidLate = (
  database: Queryable,
  { id, reference, at }: { id: number; reference: string; at: Date },
): Promise<boolean> =>
  hasRows(
    database,
    `update payout_lines set paid_late_at = $3, reference = $2
      where withdrawal_id = $1 and state = 'RETURNED' and paid_late_at is null returning withdrawal_id`,
    [id, reference, at],
  )

/** Notes that the user's balance has paid for a late payment. @returns whether that is new */
export const noteTakenBack = (tx: Transaction, { id, at }: { id: number; at: Date }): Promise<boolean> =>
  hasRows(
    tx,
    `update payout_lines set taken_back_at = $2
      where withdrawal_id = $1 and paid_late_at is not null and taken_back_at is null returning withdrawal_id`,
    [id, at],
  )
