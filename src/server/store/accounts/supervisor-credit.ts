import type { Queryable } from '../database.ts'

/** The payloads of the appointments of a user whose credit was drawn. */
export async function readLentTo(database: Queryable, userId: number): Promise<string[]> {
  const rows = await database.query<{ payload: string }>(
    `select payload from proposals where kind = 'APPOINT_SUPERVISOR' and user_id = $1 and executed_at is not null order by id`,
    [userId],
  )
  return rows.map(({ payload }) => payload)
}

/** How far this return has come, and how much of the coin the user has given back to the credit line altogether. */
export async function readReturned(
  database: Queryable,
  { userId, coinId, reference }: { userId: number; coinId: number; reference: string },
): Promise<{ readonly held: 'HELD' | 'SETTLED' | 'RELEASED' | undefined; readonly returned: bigint }> {
  const [own] = await database.query<{ status: 'HELD' | 'SETTLED' | 'RELEASED' }>(
    'select status from holds where reference = $1',
    [reference],
  )
  const [sum] = await database.query<{ returned: bigint }>(
    `select coalesce(sum(amount), 0) as returned from holds
      where user_id = $1 and coin_id = $2 and reference like 'capital:returned:%' and status = 'SETTLED'`,
    [userId, coinId],
  )
  return { held: own?.status, returned: sum?.returned ?? 0n }
}
