import { toCount } from '#domain/counts.ts'
import type { PaymentGateway } from '#domain/ledger.ts'
import type { PageOf } from '#domain/page.ts'
import { type Amount, amount } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { type Paged, readPage } from '../page.ts'

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

interface Columns {
  id: bigint
  user_id: bigint
  amount: bigint
  gateway: PaymentGateway
  card_masked: string
  status: DepositStatus
  fingerprint: string
  authority: string | null
  redirect_url: string | null
  ref_id: string | null
  fault: DepositFault | null
  created_at: Date
}

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
  await database.query(
    `insert into toman_deposits (user_id, amount, gateway, card_masked, key, fingerprint, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (user_id, key) do nothing`,
    [
      deposit.userId,
      deposit.amount,
      deposit.gateway,
      deposit.cardMasked,
      deposit.key,
      deposit.fingerprint,
      deposit.createdAt,
    ],
  )
  const row = await findDepositByKey(database, deposit)
  if (!row) throw new Error('a deposit that was just kept is missing')
  return row
}

export async function findDepositByKey(
  database: Queryable,
  { userId, key }: { userId: number; key: string },
): Promise<DepositRow | undefined> {
  const [row] = await database.query<Columns>('select * from toman_deposits where user_id = $1 and key = $2', [
    userId,
    key,
  ])
  return row && depositRow(row)
}

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
  const [row] = await database.query<Columns>('select * from toman_deposits where id = $1', [deposit.id])
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
export async function endDeposit(
  database: Queryable,
  { id, at, end }: { id: number; at: Date; end: DepositEnd },
): Promise<boolean> {
  const ended = await database.query(
    `update toman_deposits set status = $2::deposit_status, ref_id = $3, settled_at = $4, fault = $5
     where id = $1 and (status = 'RAISED_BY_USER' or (status = 'UNCONFIRMED' and $2::deposit_status = 'CONFIRMED'))
     returning id`,
    [id, end.status, end.refId ?? null, at, end.fault ?? null],
  )
  return ended.length > 0
}

/** Records the fault of a deposit that still waits. @returns whether the fault is new */
export async function noteFault(
  database: Queryable,
  { id, fault }: { id: number; fault: DepositFault },
): Promise<boolean> {
  const noted = await database.query(
    `update toman_deposits set fault = $2 where id = $1 and status = 'RAISED_BY_USER' and fault is distinct from $2
     returning id`,
    [id, fault],
  )
  return noted.length > 0
}

export async function findDeposit(database: Queryable, authority: string): Promise<DepositRow | undefined> {
  const [row] = await database.query<Columns>('select * from toman_deposits where authority = $1', [authority])
  return row && depositRow(row)
}

/** Requests that still wait and were made before `before`, in the order of their ids after `afterId`. */
export async function waitingDeposits(
  database: Queryable,
  { before, afterId, most }: { before: Date; afterId: number; most: number },
): Promise<DepositRow[]> {
  const rows = await database.query<Columns>(
    `select * from toman_deposits where status = 'RAISED_BY_USER' and created_at < $1 and id > $2 order by id limit $3`,
    [before, afterId, most],
  )
  return rows.map(depositRow)
}

/** Whether a payment with a card waits for its outcome. */
export async function hasOpenDeposit(
  database: Queryable,
  { userId, cardMasked }: { userId: number; cardMasked: string },
): Promise<boolean> {
  const rows = await database.query(
    "select 1 from toman_deposits where user_id = $1 and status = 'RAISED_BY_USER' and card_masked = $2 limit 1",
    [userId, cardMasked],
  )
  return rows.length > 0
}

/** A user's deposits, newest first. */
export function readDeposits(
  database: Queryable,
  { userId, ...asked }: PageOf & { userId: number },
): Promise<Paged<DepositRow>> {
  const list = { table: 'toman_deposits', conditions: ['user_id = $1'], values: [userId] }
  return readPage(database, { list, asked, read: depositRow })
}

function depositRow(row: Columns): DepositRow {
  return {
    id: toCount(row.id),
    userId: toCount(row.user_id),
    amount: amount(row.amount),
    gateway: row.gateway,
    cardMasked: row.card_masked,
    status: row.status,
    fingerprint: row.fingerprint,
    authority: row.authority ?? undefined,
    redirectUrl: row.redirect_url ?? undefined,
    refId: row.ref_id ?? undefined,
    fault: row.fault ?? undefined,
    createdAt: row.created_at,
  }
}
