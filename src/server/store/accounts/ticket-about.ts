import { toCount } from '#domain/counts.ts'
import type { Queryable } from '../database.ts'
import type { TicketAbout } from './tickets.ts'

/** The data of an order, a deposit or a withdrawal that operators see with a ticket. */
export interface AboutFacts {
  readonly userId: number
  readonly status: string
  readonly at: Date
}

const TABLES = { ORDER: 'orders', DEPOSIT: 'toman_deposits', WITHDRAWAL: 'withdrawals' } as const

/** `undefined` if there is none. */
export async function findTicketAbout(database: Queryable, { kind, id }: TicketAbout): Promise<AboutFacts | undefined> {
  const [row] = await database.query<{ user_id: bigint; status: string; created_at: Date }>(
    `select user_id, status::text, created_at from ${TABLES[kind]} where id = $1::bigint`,
    [id],
  )
  return row && { userId: toCount(row.user_id), status: row.status, at: row.created_at }
}
