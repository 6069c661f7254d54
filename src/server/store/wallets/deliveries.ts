import type { DeliveryRules, DeliveryState } from '#domain/delivery.ts'
import type { AccountLevel } from '#domain/fee.ts'
import type { PageOf } from '#domain/page.ts'
import type { Queryable, SqlValue, Transaction } from '../database.ts'
import { allOf, numberIn, type Paged, readPage } from '../page.ts'
import { findRow, hasRows, insertWithId, type Row, readRows, rowAs, updateRows } from '../rows.ts'
import type { WithdrawalRow } from './withdrawals.ts'

/** A withdrawal of gold as metal, with its own states. */
export interface DeliveryRow
  extends Pick<
    WithdrawalRow,
    | 'id'
    | 'userId'
    | 'coinId'
    | 'address'
    | 'networkFee'
    | 'amount'
    | 'worth'
    | 'approvalsNeeded'
    | 'holdReference'
    | 'endReason'
    | 'createdAt'
    | 'endedAt'
  > {
  readonly state: DeliveryState
  /** Sealed; absent until it waits to be handed over. */
  readonly code: Uint8Array | undefined
  readonly wrongCodes: number
  readonly trackingNumber: string | undefined
  readonly waitingSince: Date | undefined
  readonly firstName: string
  readonly lastName: string
  readonly level: AccountLevel
  /** The account is frozen. */
  readonly frozen: boolean
}

/** The state that is decided, which the ledger may follow a moment later. */
const STATE = `case coalesce(w.given_up_as, w.state)
    when 'RAISED_BY_USER' then 'REQUESTED'
    when 'APPROVED' then case when d.withdrawal_id is null then 'APPROVED' when w.address like 'BRANCH/%' then 'READY' else 'SHIPPED' end
    when 'CANCELLED' then 'CANCELLED' when 'REFUSED' then 'REFUSED' when 'FAILED' then 'REFUSED' else 'DELIVERED' end`

const FROM = `from withdrawals w left join deliveries d on d.withdrawal_id = w.id`
const ROW = `select w.id, w.user_id as "userId", w.coin_id as "coinId", w.address, w.network_fee as "networkFee", w.amount, w.worth,
  w.approvals_needed as "approvalsNeeded", w.hold_reference as "holdReference", w.end_reason as "endReason", w.created_at as "createdAt",
  w.ended_at as "endedAt", ${STATE} as state, d.code, coalesce(d.wrong_codes, 0) as "wrongCodes", d.tracking_number as "trackingNumber",
  d.waiting_since as "waitingSince", coalesce(i.first_name, '') as "firstName", coalesce(i.last_name, '') as "lastName",
  u.level, u.blocked_at is not null as frozen
  ${FROM} join users u on u.id = w.user_id left join identities i on i.user_id = w.user_id`
const deliveryRow = rowAs<DeliveryRow>('id', 'userId', 'wrongCodes')
const IS_DELIVERY = `token_type = 'DELIVERY'`

/** @param userId the only user who may see it; absent: any operator */
export const findDelivery = (
  database: Queryable,
  { id, userId }: { id: number; userId?: number },
): Promise<DeliveryRow | undefined> =>
  findRow(
    database,
    deliveryRow,
    `${ROW} where w.id = $1 and w.${IS_DELIVERY} and ($2::bigint is null or w.user_id = $2)`,
    [id, userId],
  )

/** Locked until the transaction ends, so that one operator, or the user, comes first. */
export async function lockDelivery(tx: Transaction, id: number): Promise<DeliveryRow | undefined> {
  await tx.query('select 1 from withdrawals where id = $1 for update', [id])
  return findDelivery(tx, { id })
}

/** Deliveries, newest first: of one user or of all, in one state or in any. */
export function readDeliveries(
  database: Queryable,
  { userId, state, page, size, before }: { userId?: number; state?: DeliveryState | undefined } & PageOf,
): Promise<Paged<DeliveryRow>> {
  const values: SqlValue[] = []
  const number = numberIn(values)
  const ofUser = userId !== undefined && `user_id = ${number(userId)}`
  const ofState = state && `id in (select w.id ${FROM} where w.${IS_DELIVERY} and ${STATE} = ${number(state)})`
  return readPage<Row & { id: bigint }, DeliveryRow>(database, {
    list: {
      table: 'withdrawals',
      conditions: [allOf([IS_DELIVERY, ofUser, ofState])],
      values,
      row: `${ROW} where w.id = page.id`,
    },
    asked: { page, size, before },
    read: deliveryRow,
  })
}

/** The context that a sealed code is bound to. */
export const deliveryCodeContext = (id: number): string => `delivery:${id}`

/** Sets gold aside, with the code without which nobody hands it over. @returns false if it was set aside before */
export const insertWaiting = (
  tx: Transaction,
  waiting: { id: number; code: Uint8Array; trackingNumber: string | undefined; at: Date },
): Promise<boolean> =>
  hasRows(
    tx,
    `insert into deliveries (withdrawal_id, code, tracking_number, waiting_since) values ($1, $2, $3, $4)
      on conflict do nothing returning withdrawal_id`,
    [waiting.id, waiting.code, waiting.trackingNumber, waiting.at],
  )

export const countWrongCode = (tx: Transaction, id: number): Promise<boolean> =>
  hasRows(tx, 'update deliveries set wrong_codes = wrong_codes + 1 where withdrawal_id = $1 returning withdrawal_id', [
    id,
  ])

/** A new code, with all its tries. */
export const replaceCode = (tx: Transaction, { id, code }: { id: number; code: Uint8Array }): Promise<void> =>
  updateRows(tx, 'deliveries', { withdrawalId: id }, { code, wrongCodes: 0 })

/** Deliveries that were handed over and have not left the ledger yet, oldest first. */
export const readHandedOver = (database: Queryable, { most }: { most: number }): Promise<DeliveryRow[]> =>
  readRows(
    database,
    deliveryRow,
    `${ROW} where w.${IS_DELIVERY} and w.state = 'SIGNED' and w.given_up_as is null order by w.id limit $1`,
    [most],
  )

/** Who approved each of these, in that order. */
export const readApprovers = (
  database: Queryable,
  ids: readonly number[],
): Promise<{ deliveryId: number; id: number; name: string }[]> =>
  readRows(
    database,
    rowAs<{ deliveryId: number; id: number; name: string }>('deliveryId', 'id'),
    `select withdrawal_id as "deliveryId", operator_id as id, coalesce(operator_name, '') as name
      from withdrawal_approvals join users on users.id = operator_id where withdrawal_id = any($1::bigint[]) order by at`,
    [ids],
  )

export async function readDeliveryRules(database: Queryable): Promise<DeliveryRules> {
  const rules = await findRow(
    database,
    rowAs<DeliveryRules>(),
    `select weight_min as "weightMin", weight_max as "weightMax", weight_step as "weightStep", fee_fixed as "feeFixed",
      fee_share as "feeShare", courier from delivery_rules`,
    [],
  )
  if (!rules) throw new Error('deliveries have no rules')
  return rules
}

export const saveDeliveryRules = (tx: Transaction, rules: DeliveryRules): Promise<void> =>
  updateRows(tx, 'delivery_rules', { id: 1 }, { ...rules })

/** The texts of a branch in both languages, and whether it takes new requests. */
export interface BranchTexts {
  readonly persianName: string
  readonly englishName: string
  readonly persianAddress: string
  readonly englishAddress: string
  readonly persianHours: string
  readonly englishHours: string
  readonly open: boolean
}
export type DeliveryBranch = BranchTexts & { readonly id: number }

/** All branches, closed ones too, since a delivery may wait there. */
export const readBranches = (database: Queryable): Promise<DeliveryBranch[]> =>
  readRows(
    database,
    rowAs<DeliveryBranch>('id'),
    `select id, persian_name as "persianName", english_name as "englishName", persian_address as "persianAddress",
      english_address as "englishAddress", persian_hours as "persianHours", english_hours as "englishHours", open
      from delivery_branches order by id`,
  )

export const insertBranch = (tx: Transaction, branch: BranchTexts): Promise<number> =>
  insertWithId(tx, 'delivery_branches', { ...branch })

export const saveBranch = (tx: Transaction, { id, ...texts }: DeliveryBranch): Promise<void> =>
  updateRows(tx, 'delivery_branches', { id }, { ...texts })
