import type { DepositEnding, Unpaid } from '#domain/card-deposit.ts'
import type { PaymentGateway } from '#domain/ledger.ts'
import type { PageOf } from '#domain/page.ts'
import type { Amount } from '#domain/units.ts'
import type { Queryable, SqlValue } from '../database.ts'
import { allOf, countList, type IdSpan, idConditions, type List, numberIn, type Paged, readPage } from '../page.ts'
import { findRow, hasRows, insertRow, type Row, readRows, rowAs } from '../rows.ts'

export type DepositStatus = 'RAISED_BY_USER' | 'CONFIRMED' | 'UNCONFIRMED'
/**
 * AMOUNT_DIFFERS: the gateway reports another amount for this payment. UNKNOWN_AUTHORITY: it does not know a payment that it opened for us.
 * ACCOUNT_REFUSED: it refuses our own account. CARD_DIFFERS: another card than the chosen one paid, and the money goes back to it.
 */
export type DepositFault = 'AMOUNT_DIFFERS' | 'UNKNOWN_AUTHORITY' | 'ACCOUNT_REFUSED' | 'CARD_DIFFERS'
/** DUE: the gateway is yet to do it, or its answer is not known yet. REFUSED: a person must see to it. */
export type PayBack = 'DUE' | 'DONE' | 'REFUSED'

export interface DepositRow {
  readonly id: number
  readonly userId: number
  /** Toman of the ledger. */
  readonly amount: Amount
  readonly gateway: PaymentGateway
  readonly cardMasked: string
  readonly status: DepositStatus
  readonly fingerprint: string
  /** The last time that the gateway was asked to open the payment; absent once it has certainly not opened it. */
  readonly askedAt: Date | undefined
  readonly authority: string | undefined
  readonly redirectUrl: string | undefined
  readonly refId: string | undefined
  /** The reason why a person must look into it: somebody may have paid. Removed once it is credited. */
  readonly fault: DepositFault | undefined
  /** Whose card paid, once that was compared. */
  readonly paidBy: 'OWN' | 'ANOTHER' | undefined
  /** Present for a payment by another's card. */
  readonly payBack: PayBack | undefined
  /** Present for one that ended without a payment, as far as that is known. */
  readonly unpaid: Unpaid | undefined
  readonly createdAt: Date
}

const COLUMNS = `id, user_id as "userId", amount, gateway, card_masked as "cardMasked", status, fingerprint, asked_at as "askedAt", authority,
  redirect_url as "redirectUrl", ref_id as "refId", fault, paid_by as "paidBy", pay_back as "payBack", unpaid, created_at as "createdAt"`
const depositRow = rowAs<DepositRow>('id', 'userId')

export interface NewDeposit {
  readonly userId: number
  readonly amount: Amount
  readonly gateway: PaymentGateway
  readonly cardMasked: string
  readonly key: string
  readonly fingerprint: string
  readonly createdAt: Date
}

/** Stores a new request that the gateway is asked for now. */
export async function keepDeposit(database: Queryable, deposit: NewDeposit): Promise<DepositRow> {
  await insertRow(database, 'toman_deposits', { ...deposit, askedAt: deposit.createdAt })
  const row = await findDepositByKey(database, deposit)
  if (!row) throw new Error('a deposit that was just kept is missing')
  return row
}

/** Records that the gateway is asked for the payment at this time, or that it has certainly not opened it. */
export const noteAsked = (
  database: Queryable,
  { id, askedAt }: { id: number; askedAt: Date | undefined },
): Promise<unknown> =>
  database.query('update toman_deposits set asked_at = $2 where id = $1 and authority is null', [id, askedAt])

export const findDepositByKey = (
  database: Queryable,
  { userId, key }: { userId: number; key: string },
): Promise<DepositRow | undefined> =>
  findRow(database, depositRow, `select ${COLUMNS} from toman_deposits where user_id = $1 and key = $2`, [userId, key])

/**
 * Stores the gateway's name of the payment. The first name stays, since the payer may have it. A deposit that another call of its key has
 * ended, because the gateway refused that one, waits again.
 */
export async function nameDeposit(
  database: Queryable,
  deposit: { id: number; authority: string; redirectUrl: string },
): Promise<DepositRow> {
  await database.query(
    `update toman_deposits set authority = $2, redirect_url = $3, status = 'RAISED_BY_USER', settled_at = null, unpaid = null,
      asked_at = coalesce(asked_at, created_at) where id = $1 and authority is null`,
    [deposit.id, deposit.authority, deposit.redirectUrl],
  )
  const [row] = await database.query<Row>(`select ${COLUMNS} from toman_deposits where id = $1`, [deposit.id])
  if (!row) throw new Error(`deposit ${deposit.id} is missing`)
  return depositRow(row)
}

export interface DepositEnd {
  readonly status: 'CONFIRMED' | 'UNCONFIRMED'
  readonly refId?: string
  readonly fault?: DepositFault
  readonly payBack?: 'DUE'
  readonly unpaid?: Unpaid | undefined
}

/**
 * Ends a deposit that still waits. One that has ended stays as it is, except that one that was given up may still be credited or paid back, and
 * that an abandoned one may turn out to have a fault. @returns whether it ended now
 */
export const endDeposit = (
  database: Queryable,
  { id, at, end }: { id: number; at: Date; end: DepositEnd },
): Promise<boolean> =>
  hasRows(
    database,
    `update toman_deposits set status = $2::deposit_status, ref_id = $3, settled_at = $4, fault = $5::text, pay_back = $6::text, unpaid = $7
     where id = $1 and (status = 'RAISED_BY_USER'
       or (status = 'UNCONFIRMED' and pay_back is null and ($2::deposit_status = 'CONFIRMED' or $6::text is not null))
       or (unpaid = 'ABANDONED' and $5::text is not null))
     returning id`,
    [id, end.status, end.refId, at, end.fault, end.payBack, end.unpaid],
  )

/** Records whose card paid. The first answer stays. @returns the answer that stays */
export async function decidePayer(
  database: Queryable,
  { id, paidBy }: { id: number; paidBy: 'OWN' | 'ANOTHER' },
): Promise<'OWN' | 'ANOTHER'> {
  const [row] = await database.query<{ paidBy: 'OWN' | 'ANOTHER' }>(
    'update toman_deposits set paid_by = coalesce(paid_by, $2) where id = $1 returning paid_by as "paidBy"',
    [id, paidBy],
  )
  if (!row) throw new Error(`deposit ${id} is missing`)
  return row.paidBy
}

/** Ends a paying back. One that the gateway refused may still be done, by hand. @returns whether it ended now */
export const endPayBack = (
  database: Queryable,
  { id, end }: { id: number; end: 'DONE' | 'REFUSED' },
): Promise<boolean> =>
  hasRows(
    database,
    `update toman_deposits set pay_back = $2
      where id = $1 and (pay_back = 'DUE' or (pay_back = 'REFUSED' and $2 = 'DONE')) returning id`,
    [id, end],
  )

/** Payments by another's card that are held since before `before`, in the order of their ids after `afterId`. */
export const heldDeposits = (
  database: Queryable,
  { before, afterId, most }: { before: Date; afterId: number; most: number },
): Promise<DepositRow[]> =>
  readRows(
    database,
    depositRow,
    `select ${COLUMNS} from toman_deposits
      where status = 'UNCONFIRMED' and fault is not null and pay_back in ('DUE', 'REFUSED') and settled_at < $1 and id > $2
      order by id limit $3`,
    [before, afterId, most],
  )

export const readDepositsById = (database: Queryable, ids: readonly number[]): Promise<DepositRow[]> =>
  readRows(database, depositRow, `select ${COLUMNS} from toman_deposits where id = any ($1::bigint[])`, [ids])

/** Records the fault of a deposit that still waits. @returns whether the fault is new */
export const noteFault = (database: Queryable, { id, fault }: { id: number; fault: DepositFault }): Promise<boolean> =>
  hasRows(
    database,
    `update toman_deposits set fault = $2 where id = $1 and status = 'RAISED_BY_USER' and fault is distinct from $2
     returning id`,
    [id, fault],
  )

export const findDeposit = (database: Queryable, authority: string): Promise<DepositRow | undefined> =>
  findRow(database, depositRow, `select ${COLUMNS} from toman_deposits where authority = $1`, [authority])

/** Requests that still wait and were made before `before`, in the order of their ids after `afterId`. */
export const waitingDeposits = (
  database: Queryable,
  { before, afterId, most }: { before: Date; afterId: number; most: number },
): Promise<DepositRow[]> =>
  readRows(
    database,
    depositRow,
    `select ${COLUMNS} from toman_deposits where status = 'RAISED_BY_USER' and created_at < $1 and id > $2 order by id limit $3`,
    [before, afterId, most],
  )

/** Payments that were abandoned, made since `since` and before `before`, in the order of their ids after `afterId`. */
export const abandonedDeposits = (
  database: Queryable,
  { since, before, afterId, most }: { since: Date; before: Date; afterId: number; most: number },
): Promise<DepositRow[]> =>
  readRows(
    database,
    depositRow,
    `select ${COLUMNS} from toman_deposits where unpaid = 'ABANDONED' and created_at >= $1 and created_at < $2 and id > $3
      order by id limit $4`,
    [since, before, afterId, most],
  )

/** Whether a payment with a card waits for its outcome. */
export const hasOpenDeposit = (
  database: Queryable,
  { userId, cardMasked }: { userId: number; cardMasked: string },
): Promise<boolean> =>
  hasRows(
    database,
    "select 1 from toman_deposits where user_id = $1 and status = 'RAISED_BY_USER' and card_masked = $2 limit 1",
    [userId, cardMasked],
  )

export interface DepositFilter {
  readonly userId: number
  readonly status?: DepositStatus | undefined
  /** How it ended without being credited. */
  readonly ending?: DepositEnding | undefined
  readonly ids?: IdSpan | undefined
}

/** A user's deposits, newest first. */
export const readDeposits = (
  database: Queryable,
  { userId, status, ending, ids, ...asked }: DepositFilter & PageOf,
): Promise<Paged<DepositRow>> =>
  readPage<Row & { id: bigint }, DepositRow>(database, {
    ...{ list: listOfDeposits({ userId, status, ending, ids }), asked },
    read: depositRow,
  })

/** The number of these deposits, counted up to a bound. */
export const countDeposits = (database: Queryable, filter: DepositFilter, countMax: number): Promise<number> =>
  countList(database, listOfDeposits(filter), countMax)

const OF_ENDING = {
  FAILED: "status = 'UNCONFIRMED' and unpaid is null and pay_back is null",
  CANCELLED: "status = 'UNCONFIRMED' and unpaid = 'CANCELLED'",
  ABANDONED: "status = 'UNCONFIRMED' and unpaid = 'ABANDONED'",
  PAID_BACK: "status = 'UNCONFIRMED' and pay_back is not null",
} as const satisfies Record<DepositEnding, string>

function listOfDeposits({ userId, status, ending, ids }: DepositFilter): List {
  const values: SqlValue[] = [userId]
  const number = numberIn(values)
  const conditions = [
    allOf([
      'user_id = $1',
      status && `status = ${number(status)}`,
      ending && OF_ENDING[ending],
      ...idConditions(ids, number),
    ]),
  ]
  return {
    table: 'toman_deposits',
    conditions,
    values,
    row: `select ${COLUMNS} from toman_deposits where id = page.id`,
  }
}

/** Whether a payment by card has this number of its gateway. */
export const isDepositKnown = (database: Queryable, number: string): Promise<boolean> =>
  hasRows(database, 'select 1 from toman_deposits where ref_id = $1 or authority = $1', [number])
