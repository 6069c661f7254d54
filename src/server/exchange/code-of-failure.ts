import { DatabaseUnavailable } from '../store/database-unavailable.ts'
import { ExchangeUnavailable, OutcomeUnknown } from './exchange-unavailable.ts'

/**
 * What an error says about the command or call that met it: UNAVAILABLE, nothing happened; OUTCOME_UNKNOWN, it may have taken effect.
 * A lost database is an unknown outcome, since one of the statements may have been kept. `undefined` for a fault of ours.
 */
export function codeOfFailure(error: unknown): 'UNAVAILABLE' | 'OUTCOME_UNKNOWN' | undefined {
  if (error instanceof ExchangeUnavailable) return 'UNAVAILABLE'
  if (error instanceof OutcomeUnknown || error instanceof DatabaseUnavailable) return 'OUTCOME_UNKNOWN'
  return undefined
}
