import type { PageOf } from '#domain/page.ts'
import type { Amount } from '#domain/units.ts'
import type { Queryable, SqlValue } from '../database.ts'
import { allOf, countList, type List, numberIn, type Paged, readPage } from '../page.ts'
import { findRow, hasRows, type Row, readRows, rowAs } from '../rows.ts'

export type IncomingState =
  | 'PENDING'
  | 'CREDITED'
  | 'TOO_SMALL'
  | 'UNKNOWN_COIN'
  | 'DROPPED'
  | 'UNOWNED'
  | 'HELD'
  | 'KEPT'
/** It is in nobody's balance. */
export type OddState = Exclude<IncomingState, 'PENDING' | 'CREDITED'>

export interface IncomingRow {
  readonly id: number
  readonly network: string
  readonly txid: string
  readonly position: number
  /** Absent for a payment to the address of all users without a tag, or with one that was issued to nobody. */
  readonly userId: number | undefined
  readonly tag: string | undefined
  /** Absent for a token that is not served. */
  readonly coinId: number | undefined
  readonly contract: string | undefined
  readonly amount: Amount
  readonly height: number
  readonly confirmations: number
  readonly confirmationsNeeded: number
  /** Absent where the chain does not say. */
  readonly senders: readonly string[] | undefined
  readonly state: IncomingState
  readonly seenAt: Date
  /** The listed sender, and the list's reason. */
  readonly heldFor: string | undefined
}

const COLUMNS = `id, network, txid, position, user_id as "userId", tag, coin_id as "coinId", contract, amount, height, confirmations,
  confirmations_needed as "confirmationsNeeded", senders, state, seen_at as "seenAt", held_for as "heldFor"`
const incomingRow = rowAs<IncomingRow>('id', 'userId', 'height')

export type SeenTransfer = Omit<IncomingRow, 'id' | 'state' | 'seenAt' | 'heldFor'>

/** Writes a payment as its network shows it now. One that was dropped is back; one that has ended stays as it is. */
export async function saveSeen(tx: Queryable, seen: SeenTransfer, at: Date): Promise<void> {
  await tx.query(
    `insert into incoming_transfers (network, txid, position, user_id, coin_id, contract, amount, height, confirmations,
        confirmations_needed, seen_at, senders, tag)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
      on conflict (network, txid, position) do update set height = excluded.height, confirmations = excluded.confirmations,
        confirmations_needed = excluded.confirmations_needed, state = 'PENDING', ended_at = null
      where incoming_transfers.state in ('PENDING', 'DROPPED')`,
    [
      ...[seen.network, seen.txid, seen.position, seen.userId, seen.coinId, seen.contract, seen.amount, seen.height],
      ...[seen.confirmations, seen.confirmationsNeeded, at, seen.senders && [...seen.senders], seen.tag],
    ],
  )
}

/** Takes back what waits in these blocks and is not in them any more. @returns how many */
export async function dropMissing(
  tx: Queryable,
  { network, after, upTo, names }: { network: string; after: number; upTo: number; names: readonly string[] },
  at: Date,
): Promise<number> {
  const rows = await tx.query(
    `update incoming_transfers set state = 'DROPPED', ended_at = $5
      where network = $1 and state = 'PENDING' and height > $2 and height <= $3 and concat(txid, ':', position) <> all ($4::text[])
      returning id`,
    [network, after, upTo, names, at],
  )
  return rows.length
}

/** Payments of a network that wait in blocks up to this one, oldest first. */
export const pendingUpTo = (
  database: Queryable,
  { network, height }: { network: string; height: number },
): Promise<IncomingRow[]> =>
  readRows(
    database,
    incomingRow,
    `select ${COLUMNS} from incoming_transfers where network = $1 and state = 'PENDING' and height <= $2 order by height, id`,
    [network, height],
  )

/** @returns whether it ended now */
export const endIncoming = (
  database: Queryable,
  {
    id,
    state,
    at,
    heldFor,
  }: { id: number; state: Exclude<IncomingState, 'PENDING' | 'DROPPED'>; at: Date; heldFor?: string },
): Promise<boolean> =>
  hasRows(
    database,
    `update incoming_transfers set state = $2::incoming_state, ended_at = $3, confirmations = greatest(confirmations, confirmations_needed),
        held_for = $4
      where id = $1 and state = 'PENDING' returning id`,
    [id, state, at, heldFor],
  )

/** A user's payment by the id of its transaction. */
export const findIncoming = (
  database: Queryable,
  { userId, network, txid }: { userId: number; network: string; txid: string },
): Promise<IncomingRow | undefined> =>
  findRow(
    database,
    incomingRow,
    `select ${COLUMNS} from incoming_transfers where user_id = $1 and network = $2 and lower(txid) = lower($3) order by id limit 1`,
    [userId, network, txid],
  )

interface IncomingFilter {
  readonly userId: number
  /** Absent: of all coins. */
  readonly coinId?: number | undefined
}

/** A user's payments of coins, newest first. */
export const readIncoming = (
  database: Queryable,
  { userId, coinId, ...asked }: IncomingFilter & PageOf,
): Promise<Paged<IncomingRow>> =>
  readPage<Row & { id: bigint }, IncomingRow>(database, {
    ...{ list: listOfIncoming({ userId, coinId }), asked, read: incomingRow },
  })

/** The number of these payments, counted up to a bound. */
export const countIncoming = (database: Queryable, filter: IncomingFilter, countMax: number): Promise<number> =>
  countList(database, listOfIncoming(filter), countMax)

function listOfIncoming({ userId, coinId }: IncomingFilter): List {
  const values: SqlValue[] = [userId]
  const number = numberIn(values)
  return {
    table: 'incoming_transfers',
    conditions: [allOf(['user_id = $1', coinId !== undefined && `coin_id = ${number(coinId)}`])],
    values,
    row: `select ${COLUMNS} from incoming_transfers where id = page.id`,
  }
}

/** Payments that are in nobody's balance, newest first. */
export const readOdd = (
  database: Queryable,
  { before, most }: { before: number | undefined; most: number },
): Promise<(IncomingRow & { readonly state: OddState })[]> =>
  readRows(
    database,
    rowAs<IncomingRow & { readonly state: OddState }>('id', 'userId', 'height'),
    `select ${COLUMNS} from incoming_transfers
      where state not in ('PENDING', 'CREDITED') and ($1::bigint is null or id < $1) order by id desc limit $2`,
    [before, most],
  )

/** A payment that screening holds, by its id; `undefined` if it is held no more. */
export const findHeld = (database: Queryable, id: number): Promise<IncomingRow | undefined> =>
  findRow(database, incomingRow, `select ${COLUMNS} from incoming_transfers where id = $1 and state = 'HELD'`, [id])

/** Lets the exchange credit a held payment. @returns false if it was decided before */
export const releaseHeld = (tx: Queryable, { id, at }: { id: number; at: Date }): Promise<boolean> =>
  hasRows(
    tx,
    `update incoming_transfers set released_at = $2 where id = $1 and state = 'HELD' and released_at is null returning id`,
    [id, at],
  )

/** Ends a held payment: it is credited, or kept. @returns whether it ended now */
export const endHeld = (tx: Queryable, { id, state }: { id: number; state: 'CREDITED' | 'KEPT' }): Promise<boolean> =>
  hasRows(
    tx,
    `update incoming_transfers set state = $2::incoming_state where id = $1 and state = 'HELD'
      and (released_at is not null) = ($2::incoming_state = 'CREDITED') returning id`,
    [id, state],
  )

/** The sum of a coin's payments over a network that wait to be booked. */
export interface PendingSum {
  readonly network: string
  readonly coinId: number
  readonly units: bigint
}

export const sumPending = (database: Queryable): Promise<PendingSum[]> =>
  database.query<PendingSum>(
    `select network, coin_id as "coinId", sum(amount) as units from incoming_transfers
      where state = 'PENDING' and coin_id is not null group by network, coin_id`,
  )

/** The last block of a network whose payments are final and booked; `undefined` before the first look. */
export async function readCursor(database: Queryable, network: string): Promise<number | undefined> {
  const [row] = await database.query<{ height: number }>(
    'select height::integer as height from chain_cursors where network = $1',
    [network],
  )
  return row?.height
}

/** It never goes back. */
export async function saveCursor(
  database: Queryable,
  { network, height }: { network: string; height: number },
): Promise<void> {
  await database.query(
    `insert into chain_cursors (network, height) values ($1, $2)
      on conflict (network) do update set height = greatest(chain_cursors.height, excluded.height)`,
    [network, height],
  )
}
