import { type CounterKey, countUp, readCount } from '../store/accounts/rate-counters.ts'
import type { Queryable } from '../store/database.ts'

const WINDOW_MS = 15 * 60_000

export interface Limit extends CounterKey {
  readonly max: number
}

/** Counts this one and tells whether it is still within the limit. Kept in the store, so that a restart forgets nothing. */
export async function isWithin(database: Queryable, { limit, at }: { limit: Limit; at: Date }): Promise<boolean> {
  const windowEndsAt = new Date(at.getTime() + WINDOW_MS)
  return (await countUp(database, { kind: limit.kind, subject: limit.subject, at, windowEndsAt })) <= limit.max
}

/** Whether the limit has been used up; counts nothing. */
export async function isUsedUp(database: Queryable, { limit, at }: { limit: Limit; at: Date }): Promise<boolean> {
  return (await readCount(database, { kind: limit.kind, subject: limit.subject, at })) >= limit.max
}
