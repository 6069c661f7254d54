import type { Queryable } from './database.ts'

/** Tables whose numbers are in order of time: the first number at or after a moment is found by bisection. */
const TIMED = {
  orders: {
    newest: 'select max(id) as id from orders',
    next: 'select id, created_at as at from orders where id >= $1 order by id limit 1',
  },
  trades: {
    newest: 'select max(id) as id from trades',
    next: 'select id, at from trades where id >= $1 order by id limit 1',
  },
  ledger: {
    newest: 'select max(seq) as id from ledger_entries',
    next: 'select seq as id, at from ledger_entries where seq >= $1 order by seq limit 1',
  },
} as const

/** The number of the first row at or after the moment; one more than the newest if there is none. */
async function firstAt(database: Queryable, table: keyof typeof TIMED, at: Date): Promise<bigint> {
  const { newest, next } = TIMED[table]
  const [last] = await database.query<{ id: bigint | null }>(newest)
  let low = 0n
  let high = (last?.id ?? 0n) + 1n
  while (low < high) {
    const middle = (low + high) / 2n
    const [row] = await database.query<{ id: bigint; at: Date }>(next, [middle])
    if (!row || row.at >= at) high = middle
    else low = row.id + 1n
  }
  return low
}

/** The number of the first order placed at or after the moment; one more than the newest if there is none. */
export const firstOrderAt = (database: Queryable, at: Date): Promise<bigint> => firstAt(database, 'orders', at)

/** The number of the first trade at or after the moment; one more than the newest if there is none. */
export const firstTradeAt = (database: Queryable, at: Date): Promise<bigint> => firstAt(database, 'trades', at)

/** The same of the entries of the ledger. */
export const firstEntryAt = (database: Queryable, at: Date): Promise<bigint> => firstAt(database, 'ledger', at)
