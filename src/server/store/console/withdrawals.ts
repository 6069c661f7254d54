import type { Amount } from '#domain/units.ts'
import type { Queryable, Transaction } from '../database.ts'
import { hasRows, readRows, rowAs, updateRows } from '../rows.ts'

/** A withdrawal that waits for operators, with the facts for the decision. */
export interface WaitingWithdrawal {
  readonly id: number
  readonly userId: number
  readonly userName: string
  readonly coinId: number
  readonly amount: Amount
  readonly worth: Amount
  readonly address: string
  readonly createdAt: Date
  readonly approvalsNeeded: number
  /** The numbers and the names of the operators who have approved it, in that order. */
  readonly approvers: readonly { readonly id: number; readonly name: string }[]
  readonly userSince: Date
  readonly paidBefore: number
  readonly paidThereBefore: number
  /** Until when a change of the account's protection has held withdrawals last. */
  readonly heldUntil: Date | undefined
  readonly browser: string | undefined
  readonly osType: string | undefined
}

/** The oldest withdrawals that wait for operators. */
export async function waitingWithdrawals(
  database: Queryable,
  { most }: { most: number },
): Promise<WaitingWithdrawal[]> {
  const rows = await readRows(
    database,
    rowAs<Omit<WaitingWithdrawal, 'approvers'>>('id', 'userId', 'paidBefore', 'paidThereBefore'),
    `select w.id, w.user_id as "userId", coin_id as "coinId", amount, worth,
      split_part(w.address, '/', 1) as address, w.created_at as "createdAt",
      approvals_needed as "approvalsNeeded", users.created_at as "userSince", withdrawals_held_until as "heldUntil",
      (select count(*) from withdrawals b where b.user_id = w.user_id and b.state = 'CONFIRMED' and b.id < w.id) as "paidBefore",
      (select count(*) from withdrawals b where b.user_id = w.user_id and b.state = 'CONFIRMED' and b.id < w.id
        and b.address = w.address) as "paidThereBefore",
      concat_ws(' ', first_name, last_name) as "userName", login.browser, login.os_type as "osType"
      from withdrawals w join users on users.id = w.user_id
      left join identities on identities.user_id = w.user_id
      left join lateral (select browser, os_type from logins
        where logins.user_id = w.user_id and successful and at <= w.created_at order by logins.id desc limit 1) as login on true
      where w.state = 'RAISED_BY_USER' and given_up_as is null and token_type <> 'DELIVERY' order by w.id limit $1`,
    [most],
  )
  const approvals = await readRows(
    database,
    rowAs<{ withdrawalId: number; id: number; name: string }>('withdrawalId', 'id'),
    `select withdrawal_id as "withdrawalId", operator_id as id, coalesce(operator_name, '') as name
      from withdrawal_approvals join users on users.id = operator_id where withdrawal_id = any($1::bigint[]) order by at`,
    [rows.map(({ id }) => id)],
  )
  return rows.map((row) => ({ ...row, approvers: approvals.filter(({ withdrawalId }) => withdrawalId === row.id) }))
}

/** Records one operator's approval. @returns false if this operator has approved it before */
export const insertApproval = (
  tx: Transaction,
  { id, operatorId, at }: { id: number; operatorId: number; at: Date },
): Promise<boolean> =>
  hasRows(
    tx,
    `insert into withdrawal_approvals (withdrawal_id, operator_id, at) values ($1, $2, $3)
      on conflict do nothing returning operator_id`,
    [id, operatorId, at],
  )

export async function countApprovals(tx: Transaction, id: number): Promise<number> {
  const rows = await tx.query('select 1 from withdrawal_approvals where withdrawal_id = $1', [id])
  return rows.length
}

/** Stops or resumes everything that leaves. @returns false if it was so already */
export const saveStopped = (tx: Transaction, stopped: boolean): Promise<boolean> =>
  hasRows(tx, 'update withdrawal_rules set stopped = $1 where stopped <> $1 returning id', [stopped])

/** The rules for all withdrawals together, in whole Toman. */
export interface RulesOfWithdrawals {
  readonly allHourMax: bigint
  readonly oneOperatorFrom: bigint
  readonly twoOperatorsFrom: bigint
  readonly stopped: boolean
}

export async function readRules(database: Queryable): Promise<RulesOfWithdrawals> {
  const [row] = await database.query<RulesOfWithdrawals>(
    `select all_hour_max as "allHourMax", one_operator_from as "oneOperatorFrom", two_operators_from as "twoOperatorsFrom", stopped
      from withdrawal_rules`,
  )
  if (!row) throw new Error('withdrawals have no rules')
  return row
}

export const saveRules = (tx: Transaction, rules: RulesOfWithdrawals): Promise<void> =>
  updateRows(tx, 'withdrawal_rules', { id: 1 }, { ...rules })
