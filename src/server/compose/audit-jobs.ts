import type { Logger } from 'pino'
import type { Accounts } from '../accounts/accounts.ts'
import { appendRefusals } from '../accounts/count-refusal.ts'
import { createAuditLines } from '../accounts/log-audit-events.ts'
import type { Job } from './run-every.ts'

/** How soon the refusals of an hour that is over are in the audit log. */
const REFUSALS_EVERY_MS = 60_000
/** How soon after its commit an event of the audit log has its line. */
const EVENTS_EVERY_MS = 1_000

/** What the audit log and its lines get behind the commits. */
export function auditJobs({ database, now }: Accounts, { logger }: { logger: Logger }): Job[] {
  return [
    { name: 'log refusals', everyMs: REFUSALS_EVERY_MS, run: () => appendRefusals(database, { now: now() }) },
    { name: 'log events', everyMs: EVENTS_EVERY_MS, run: createAuditLines({ database, logger }) },
  ]
}
