import type { PaymentGateway } from '#domain/ledger.ts'
import type { PageOf } from '#domain/page.ts'
import type { Amount } from '#domain/units.ts'
import type { Queryable, SqlValue } from '../database.ts'
import { allOf, countList, type IdSpan, idConditions, type List, numberIn, type Paged, readPage } from '../page.ts'
import { findRow, hasRows, type Row, readRows, rowAs, tryInsert } from '../rows.ts'

export type DepositStatus = 'RAISED_BY_USER' | 'CONFIRMED' | 'UNCONFIRMED'
/**
 * AMOUNT_DIFFERS: the gateway reports another amount for this payment. UNKNOWN_AUTHORITY: it does not know a payment that it opened for us.
 * ACCOUNT_REFUSED: it refuses our own account.
 */
export type DepositFault = 'AMOUNT_DIFFERS' | 'UNKNOWN_AUTHORITY' | 'ACCOUNT_REFUSED'

export interface DepositRow {
  readonly id: number
  readonly userId: number
  /** Toman of the ledger. */
  readonly amount: Amount
  readonly gateway: PaymentGateway
  readonly cardMasked: string
  readonly status: DepositStatus
  readonly fingerprint: string
  readonly authority: string | undefined
  readonly redirectUrl: string | undefined
  readonly refId: string | undefined
  /** The reason why a person must look into it: somebody may have paid. Removed once it is credited. */
  readonly fault: DepositFault | undefined
  readonly createdAt: Date
}

const COLUMNS = `id, user_id as "userId", amount, gateway, card_masked as "cardMasked", status, fingerprint, authority,
  redirect_url as "redirectUrl", ref_id as "refId", fault, created_at as "createdAt"`
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

/** Stores a new request, or finds the one that this key made before. */
export async function keepDeposit(database: Queryable, deposit: NewDeposit): Promise<DepositRow> {
  await tryInsert(database, 'toman_deposits', { ...deposit })
  const row = await findDepositByKey(database, deposit)
  if (!row) throw new Error('a deposit that was just kept is missing')
  return row
}

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
    `update toman_deposits set authority = $2, redirect_url = $3, status = 'RAISED_BY_USER', settled_at = null
      where id = $1 and authority is null`,
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
}

/**
 * Ends a deposit that still waits. One that has ended stays as it is, except that one that was given up may still be credited. @returns
 * whether it ended now
 */
export const endDeposit = (
  database: Queryable,
  { id, at, end }: { id: number; at: Date; end: DepositEnd },
): Promise<boolean> =>
  hasRows(
    database,
    `update toman_deposits set status = $2::deposit_status, ref_id = $3, settled_at = $4, fault = $5
     where id = $1 and (status = 'RAISED_BY_USER' or (status = 'UNCONFIRMED' and $2::deposit_status = 'CONFIRMED'))
     returning id`,
    [id, end.status, end.refId, at, end.fault],
  )

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
  readonly ids?: IdSpan | undefined
}

/** A user's deposits, newest first. */
export const readDeposits = (
  database: Queryable,
  { userId, status, ids, ...asked }: DepositFilter & PageOf,
): Promise<Paged<DepositRow>> =>
  readPage<Row & { id: bigint }, DepositRow>(database, {
    ...{ list: listOfDeposits({ userId, status, ids }), asked },
    read: depositRow,
  })

/** The number of these deposits, counted up to a bound. */
export const countDeposits = (database: Queryable, filter: DepositFilter, countMax: number): Promise<number> =>
  countList(database, listOfDeposits(filter), countMax)

function listOfDeposits({ userId, status, ids }: DepositFilter): List {
  const values: SqlValue[] = [userId]
  const number = numberIn(values)
  const conditions = [allOf(['user_id = $1', status && `status = ${number(status)}`, ...idConditions(ids, number)])]
  return {
    table: 'toman_deposits',
    conditions,
    values,
    row: `select ${COLUMNS} from toman_deposits where id = page.id`,
  }
}
