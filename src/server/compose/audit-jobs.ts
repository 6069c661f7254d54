import type { Logger } from 'pino'
import type { Accounts } from '../accounts/accounts.ts'
import { appendRefusals } from '../accounts/count-refusal.ts'
import { createAuditLines } from '../accounts/log-audit-events.ts'
import type { Job } from './run-every.ts'

/** The longest delay until the refusals of a finished hour are in the audit log. */
const REFUSALS_EVERY_MS = 60_000
/** The longest delay between the commit of an audit event and its line in the log. */
const EVENTS_EVERY_MS = 1_000

/** The audit entries and log lines that are written after the commits. */
export function auditJobs({ database, now }: Accounts, { logger }: { logger: Logger }): Job[] {
  return [
    { name: 'log refusals', everyMs: REFUSALS_EVERY_MS, run: () => appendRefusals(database, { now: now() }) },
    { name: 'log events', everyMs: EVENTS_EVERY_MS, run: createAuditLines({ database, logger }) },
  ]
}
