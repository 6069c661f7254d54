import type { InstantSpan } from '#domain/tehran-day.ts'
import type { Queryable } from './database.ts'
import type { IdSpan } from './page.ts'

/**
 * Lists whose numbers are in order of time: the first number at or after a moment is found by bisection. Deposits and logins are only in order
 * for each user, since calls of several users are stored as they end.
 */
const TIMED = {
  orders: {
    newest: 'select max(id) as id from orders',
    next: 'select id, created_at as at from orders where id >= $1 order by id limit 1',
  },
  trades: {
    newest: 'select max(id) as id from trades',
    next: 'select id, at from trades where id >= $1 order by id limit 1',
  },
  withdrawals: {
    newest: 'select max(id) as id from withdrawals',
    next: 'select id, created_at as at from withdrawals where id >= $1 order by id limit 1',
  },
  ledger: {
    newest: 'select max(seq) as id from ledger_entries',
    next: 'select seq as id, at from ledger_entries where seq >= $1 order by seq limit 1',
  },
  deposits: {
    newest: 'select max(id) as id from toman_deposits where user_id = $1',
    next: 'select id, created_at as at from toman_deposits where id >= $1 and user_id = $2 order by id limit 1',
  },
  logins: {
    newest: 'select max(id) as id from logins where user_id = $1',
    next: 'select id, at from logins where id >= $1 and user_id = $2 order by id limit 1',
  },
} as const

/** The number of the first row at or after the moment; one more than the newest if there is none. */
async function firstAt(
  database: Queryable,
  table: keyof typeof TIMED,
  at: Date,
  owner: readonly number[] = [],
): Promise<bigint> {
  const { newest, next } = TIMED[table]
  const [last] = await database.query<{ id: bigint | null }>(newest, owner)
  let low = 0n
  let high = (last?.id ?? 0n) + 1n
  while (low < high) {
    const middle = (low + high) / 2n
    const [row] = await database.query<{ id: bigint; at: Date }>(next, [middle, ...owner])
    if (!row || row.at >= at) high = middle
    else low = row.id + 1n
  }
  return low
}

/** The number of the first order placed at or after the moment; one more than the newest if there is none. */
export const firstOrderAt = (database: Queryable, at: Date): Promise<bigint> => firstAt(database, 'orders', at)

/** The number of the first trade at or after the moment; one more than the newest if there is none. */
export const firstTradeAt = (database: Queryable, at: Date): Promise<bigint> => firstAt(database, 'trades', at)

/** The same of withdrawals. */
export const firstWithdrawalAt = (database: Queryable, at: Date): Promise<bigint> =>
  firstAt(database, 'withdrawals', at)

/** The same of the entries of the ledger. */
export const firstEntryAt = (database: Queryable, at: Date): Promise<bigint> => firstAt(database, 'ledger', at)

interface OfUser {
  readonly userId: number
  readonly at: Date
}

/** The number of the user's first deposit begun at or after the moment; one more than the newest if there is none. */
export const firstDepositAt = (database: Queryable, { userId, at }: OfUser): Promise<bigint> =>
  firstAt(database, 'deposits', at, [userId])

/** The number of the user's first login at or after the moment; one more than the newest if there is none. */
export const firstLoginAt = (database: Queryable, { userId, at }: OfUser): Promise<bigint> =>
  firstAt(database, 'logins', at, [userId])

/** A span of time as a range of ids, which every index of the lists has. */
export const idsBetween = async (
  { begins, ends }: InstantSpan,
  first: (at: Date) => Promise<bigint>,
): Promise<IdSpan> => ({ first: begins && (await first(begins)), end: ends && (await first(ends)) })
