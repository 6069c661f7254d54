import { type Rejected, rejected } from '#contract/rejected.ts'
import { type Counted, type CounterKey, countUp, readCount } from '../store/accounts/rate-counters.ts'
import type { Queryable } from '../store/database.ts'

const WINDOW_MS = 15 * 60_000

export interface Limit extends CounterKey {
  readonly max: number
}

type TooMany = 'TOO_MANY_REQUESTS' | 'TOO_MANY_TRIES'

/**
 * Counts this one, and refuses it where it is beyond the limit. Kept in the store, so that a restart forgets nothing.
 */
export async function countAgainst(
  database: Queryable,
  { limit, at, code = 'TOO_MANY_REQUESTS' }: { limit: Limit; at: Date; code?: TooMany },
): Promise<Rejected | undefined> {
  const windowEndsAt = new Date(at.getTime() + WINDOW_MS)
  const counted = await countUp(database, { kind: limit.kind, subject: limit.subject, at, windowEndsAt })
  return counted.count > limit.max ? tooMany(code, { until: counted.windowEndsAt, at }) : undefined
}

/** Refuses where the limit has been used up; counts nothing. */
export async function refuseUsedUp(
  database: Queryable,
  { limit, at }: { limit: Limit; at: Date },
): Promise<Rejected | undefined> {
  const counted: Counted | undefined = await readCount(database, { kind: limit.kind, subject: limit.subject, at })
  if (counted === undefined || counted.count < limit.max) return undefined
  return tooMany('TOO_MANY_REQUESTS', { until: counted.windowEndsAt, at })
}

/** The refusal that says how long to wait: whole seconds, at least one. */
export function tooMany(code: TooMany, { until, at }: { until: Date; at: Date }): Rejected {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1_000))
  return rejected(code, { retryAfterSeconds })
}
