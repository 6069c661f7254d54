import { DatabaseUnavailable } from '../store/database-unavailable.ts'

/** The command was certainly not executed: it never reached the database. The same key or another may ask again. */
export class ExchangeUnavailable extends Error {
  override readonly name = 'ExchangeUnavailable'
}

/** The command was sent to the database, and its outcome is not known: only a retry with the same key is safe. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/**
 * The code for a command or call that met this error: UNAVAILABLE, nothing happened; OUTCOME_UNKNOWN, it may have taken effect. A lost
 * database is an unknown outcome, since one of the statements may have been committed. `undefined` for a fault of ours.
 */
export function codeOfFailure(error: unknown): 'UNAVAILABLE' | 'OUTCOME_UNKNOWN' | undefined {
  if (error instanceof ExchangeUnavailable) return 'UNAVAILABLE'
  if (error instanceof OutcomeUnknown || error instanceof DatabaseUnavailable) return 'OUTCOME_UNKNOWN'
  return undefined
}

/** For the person who runs the server. */
export const DATABASE_STOPPED = 'The built-in database has stopped; start again.'
