import type { Accounts } from './accounts.ts'
import { countRefusal } from './count-refusal.ts'
import type { SecurityLine } from './security-log.ts'

/** Counts a call that an operator was refused, for the audit log: who tries what the roles do not allow is found there by name. */
export function countRefusedCall(
  { database, log }: Pick<Accounts, 'database' | 'log'>,
  { line: { event, operatorId: userId, ip = '' }, at }: { line: SecurityLine; at: Date },
): void {
  if (event !== 'ACCESS_REFUSED' || userId === undefined) return
  countRefusal(database, { kind: 'OPERATOR_CALL_REFUSED', userId, ip, at }).catch((error: unknown) =>
    log.error({ err: error }, 'a refused call of an operator could not be counted'),
  )
}
