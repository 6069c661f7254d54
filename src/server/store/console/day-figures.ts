import { toCount } from '#domain/counts.ts'
import { type Amount, amount } from '#domain/units.ts'
import type { Queryable } from '../database.ts'

/** New customers between two moments, and the money that came and went apart from trades. */
export interface PeopleFigures {
  readonly users: number
  readonly deposits: number
  /** In Toman's base units. */
  readonly deposited: Amount
  /** Only Toman is paid out by bank; withdrawals of different coins can only be counted. */
  readonly withdrawals: number
}

export async function readPeopleFigures(
  database: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<PeopleFigures> {
  const [row] = await database.query<{ users: bigint; deposits: bigint; deposited: bigint; withdrawals: bigint }>(
    `select (select count(*) from users where created_at >= $1 and created_at < $2 and role = 'CUSTOMER' and mobile is not null) as users,
      (select count(*) from toman_deposits where status = 'CONFIRMED' and settled_at >= $1 and settled_at < $2) as deposits,
      (select coalesce(sum(amount), 0) from toman_deposits
        where status = 'CONFIRMED' and settled_at >= $1 and settled_at < $2) as deposited,
      (select count(*) from withdrawals where status = 'CONFIRMED' and created_at >= $1 and created_at < $2) as withdrawals`,
    [from, to],
  )
  return {
    users: toCount(row?.users ?? 0n),
    deposits: toCount(row?.deposits ?? 0n),
    deposited: amount(row?.deposited ?? 0n),
    withdrawals: toCount(row?.withdrawals ?? 0n),
  }
}
