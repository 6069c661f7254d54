import type { Hold } from '#domain/ledger.ts'
import type { Queryable } from '../database.ts'
import { readRows, rowAs } from '../rows.ts'

/** An appointment with a drawn credit. */
export interface Lending {
  readonly proposalId: number
  readonly payload: string
  readonly at: Date
}

/** A user's appointments with a drawn credit, oldest first. */
export const readLentTo = (database: Queryable, userId: number): Promise<Lending[]> =>
  readRows(
    database,
    rowAs<Lending>('proposalId'),
    `select id as "proposalId", payload, executed_at as at from proposals
      where kind = 'APPOINT_SUPERVISOR' and user_id = $1 and executed_at is not null order by id`,
    [userId],
  )

/** The total that a user has returned to the credit line, by the id of the coin. */
export async function readReturnedBy(database: Queryable, userId: number): Promise<ReadonlyMap<number, bigint>> {
  const rows = await database.query<{ coin_id: number; returned: bigint }>(
    `select coin_id, sum(settled) as returned from holds
      where user_id = $1 and reference like 'capital:returned:%' group by coin_id`,
    [userId],
  )
  return new Map(rows.map(({ coin_id, returned }) => [coin_id, returned]))
}

/** The hold of one return of credit, and what it still keeps. */
interface ReturnHold {
  readonly status: Hold['status']
  readonly left: bigint
}

/** The progress of this return, and the total of the coin that the user has returned to the credit line. */
export async function readReturned(
  database: Queryable,
  { userId, coinId, reference }: { userId: number; coinId: number; reference: string },
): Promise<{ readonly own: ReturnHold | undefined; readonly returned: bigint }> {
  const [own] = await database.query<ReturnHold>(
    'select status, amount - settled as left from holds where reference = $1',
    [reference],
  )
  const [sum] = await database.query<{ returned: bigint }>(
    `select coalesce(sum(settled), 0) as returned from holds
      where user_id = $1 and coin_id = $2 and reference like 'capital:returned:%'`,
    [userId, coinId],
  )
  return { own, returned: sum?.returned ?? 0n }
}
