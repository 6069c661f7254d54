import type { Withdrawal } from '#domain/ledger.ts'
import { type GivenBack, type OutgoingState, statesBefore } from '#domain/outgoing-transfer.ts'
import type { PageOf } from '#domain/page.ts'
import { IS_UNCOMPARED } from '../back-up/restores.ts'
import type { Queryable, SqlValue, Transaction } from '../database.ts'
import { allOf, countList, type IdSpan, idConditions, type List, numberIn, type Paged, readPage } from '../page.ts'
import { findRow, hasRows, type Row, readRows, rowAs } from '../rows.ts'

export interface WithdrawalRow
  extends Pick<
    Withdrawal,
    | 'id'
    | 'userId'
    | 'coinId'
    | 'tokenType'
    | 'address'
    | 'tag'
    | 'networkFee'
    | 'amount'
    | 'holdReference'
    | 'worth'
    | 'approvalsNeeded'
  > {
  readonly state: OutgoingState
  /** The state that it ends in once its hold is released: nothing is sent any more. */
  readonly givenUpAs: GivenBack | undefined
  readonly endReason: string | undefined
  /** The bank's reference, or the id of the network's newest transaction. */
  readonly sentReference: string | undefined
  /** Of the transaction's block so far, and those that it needs; absent until it is in a block, and for a bank. */
  readonly confirmations: number | undefined
  readonly confirmationsNeeded: number | undefined
  readonly createdAt: Date
  readonly endedAt: Date | undefined
}

const OF_TRANSFER = (column: string) =>
  `(select ${column} from outgoing_transfers as sent where sent.withdrawal_id = withdrawals.id)`
const COLUMNS = `id, user_id as "userId", coin_id as "coinId", token_type as "tokenType", address, tag, network_fee as "networkFee", amount,
  hold_reference as "holdReference", worth, approvals_needed as "approvalsNeeded", state, given_up_as as "givenUpAs",
  end_reason as "endReason", coalesce(${OF_TRANSFER('txid')}, sent_reference) as "sentReference",
  ${OF_TRANSFER('confirmations')} as "confirmations", ${OF_TRANSFER('confirmations_needed')} as "confirmationsNeeded", created_at as "createdAt", ended_at as "endedAt"`
const withdrawalRow = rowAs<WithdrawalRow>('id', 'userId')

/** @param id a number, or text of digits */
export const findWithdrawal = (
  database: Queryable,
  { id, userId }: { id: number | string; userId: number },
): Promise<WithdrawalRow | undefined> =>
  findRow(database, withdrawalRow, `select ${COLUMNS} from withdrawals where id = $1 and user_id = $2`, [id, userId])

/** Any user's withdrawal, locked until the transaction ends. */
export const lockWithdrawal = (tx: Transaction, id: number): Promise<WithdrawalRow | undefined> =>
  findRow(tx, withdrawalRow, `select ${COLUMNS} from withdrawals where id = $1 for update`, [id])

export interface WithdrawalStep {
  readonly id: number
  readonly to: OutgoingState
  readonly at: Date
  readonly sentReference?: string | undefined
}

/**
 * Takes a withdrawal on to a state that may follow its own. One that is given up stays where it is. CONFIRMED: its hold must be settled
 * before, since the proof of the ledger compares the two. @returns whether it went on now
 */
export const advanceWithdrawal = (
  database: Queryable,
  { id, to, at, sentReference }: WithdrawalStep,
): Promise<boolean> =>
  hasRows(
    database,
    `update withdrawals set state = $2::outgoing_state, sent_reference = coalesce($3, sent_reference),
      ended_at = case when $2::outgoing_state = 'CONFIRMED' then $4::timestamptz end
      where id = $1 and state = any($5::outgoing_state[]) and given_up_as is null returning id`,
    [id, to, sentReference, at, statesBefore(to)],
  )

/**
 * Decides that a withdrawal ends without being sent. From now on nothing sends it, and `giveBack` releases its hold. While a restore is not
 * compared, nobody gives up what was raised before it: it may have left in the time that was lost.
 * @param from the states in which it may be given up; absent: all that its table names
 * @returns whether it was decided now
 */
export const giveUpWithdrawal = (
  database: Queryable,
  {
    id,
    as,
    reason,
    from = statesBefore(as),
  }: { id: number; as: GivenBack; reason?: string | undefined; from?: readonly OutgoingState[] | undefined },
): Promise<boolean> =>
  hasRows(
    database,
    `update withdrawals set given_up_as = $2::outgoing_state, end_reason = $3
      where id = $1 and state = any($4::outgoing_state[]) and given_up_as is null
        and ($2::outgoing_state = 'FAILED' or not exists (select from restores where compared_at is null and withdrawals_after >= $1))
      returning id`,
    [id, as, reason, from],
  )

/** Gives up all that were not signed over ways that are not served any more. */
export async function giveUpUnserved(database: Queryable, { served }: { served: readonly string[] }): Promise<void> {
  await database.query(
    `update withdrawals set given_up_as = 'FAILED'
      where state in ('RAISED_BY_USER', 'APPROVED') and given_up_as is null and token_type <> all ($1::text[])`,
    [served],
  )
}

/** Those that were given up and whose end is not reached yet, oldest first. */
export const unfinishedGiveUps = (database: Queryable, { most }: { most: number }): Promise<WithdrawalRow[]> =>
  readRows(
    database,
    withdrawalRow,
    `select ${COLUMNS} from withdrawals where given_up_as is not null and state <> given_up_as order by id limit $1`,
    [most],
  )

/** Reaches the end of a withdrawal that was given up, once its hold is released. @returns whether it ended now */
export const endGivenUp = (database: Queryable, { id, at }: { id: number; at: Date }): Promise<boolean> =>
  hasRows(
    database,
    `update withdrawals set state = given_up_as, ended_at = $2 from holds
      where withdrawals.id = $1 and given_up_as is not null and state <> given_up_as
        and holds.reference = hold_reference and holds.status = 'RELEASED' returning withdrawals.id`,
    [id, at],
  )

export interface WithdrawalFilter {
  readonly userId: number
  /** Of this coin alone, or of all others. */
  readonly coin?: { readonly id: number; readonly isExcluded: boolean } | undefined
  readonly states?: readonly OutgoingState[] | undefined
  readonly ids?: IdSpan | undefined
}

/** A user's withdrawals, newest first, without the deliveries of gold, which have a list of their own. */
export const readWithdrawals = (
  database: Queryable,
  { page, size, before, ...filter }: WithdrawalFilter & PageOf,
): Promise<Paged<WithdrawalRow>> =>
  readPage<Row & { id: bigint }, WithdrawalRow>(database, {
    ...{ list: listOfWithdrawals(filter), asked: { page, size, before } },
    read: withdrawalRow,
  })

/** The number of these withdrawals, counted up to a bound. */
export const countWithdrawals = (database: Queryable, filter: WithdrawalFilter, countMax: number): Promise<number> =>
  countList(database, listOfWithdrawals(filter), countMax)

function listOfWithdrawals({ userId, coin, states, ids }: WithdrawalFilter): List {
  const values: SqlValue[] = [userId]
  const number = numberIn(values)
  const ofCoin = coin && `coin_id ${coin.isExcluded ? '<>' : '='} ${number(coin.id)}`
  const ofStates = states && `state = any(${number(states)}::outgoing_state[])`
  return {
    table: 'withdrawals',
    conditions: [allOf(['user_id = $1', `token_type <> 'DELIVERY'`, ofCoin, ofStates, ...idConditions(ids, number)])],
    values,
    row: `select ${COLUMNS} from withdrawals where id = page.id`,
  }
}

/** Whether nothing may leave: operators have stopped it, or a restore is not compared. */
export const areWithdrawalsStopped = (database: Queryable): Promise<boolean> =>
  hasRows(database, `select 1 from withdrawal_rules where stopped or ${IS_UNCOMPARED}`)

/** The worth of what a user has withdrawn since these moments and did not get back, in base units of Toman. */
export async function withdrawnSince(
  database: Queryable,
  { userId, hour, day }: { userId: number; hour: Date; day: Date },
): Promise<{ readonly hour: bigint; readonly day: bigint }> {
  const [row] = await database.query<{ hour: bigint; day: bigint }>(
    `select coalesce(sum(worth) filter (where created_at > $2), 0) as hour, coalesce(sum(worth), 0) as day from withdrawals
      where user_id = $1 and created_at > $3 and given_up_as is null`,
    [userId, hour, day],
  )
  if (!row) throw new Error('the database gave no sums')
  return row
}

/** Marks withdrawals whose users were not notified of them yet, oldest first. Their notices are queued in the same transaction. */
export const takeUnannounced = (tx: Transaction, { at, most }: { at: Date; most: number }): Promise<WithdrawalRow[]> =>
  readRows(
    tx,
    withdrawalRow,
    `update withdrawals set announced_at = $1 where id in (
      select id from withdrawals where announced_at is null order by id limit $2 for update skip locked
    ) returning ${COLUMNS}`,
    [at, most],
  )
