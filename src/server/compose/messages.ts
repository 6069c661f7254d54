import type { Logger } from 'pino'
import type { Accounts } from '../accounts/accounts.ts'
import { appendRefusals } from '../accounts/count-refusal.ts'
import { createAuditLines } from '../accounts/log-audit-events.ts'
import { sendNotices } from '../accounts/messages/send-notices.ts'
import { freezeLink } from '../accounts/security/freeze-account.ts'
import type { Config } from '../config/config.ts'
import type { Job } from './run-every.ts'

/** How soon the refusals of an hour that is over are in the audit log. */
const REFUSALS_EVERY_MS = 60_000
/** How soon after its commit a notice is sent. */
const NOTICES_EVERY_MS = 500
/** How soon after its commit an event of the audit log has its line. */
const EVENTS_EVERY_MS = 1_000

/** What users and the audit log are told behind the commits. */
export function messageJobs(
  accounts: Accounts,
  { config, logger }: { config: Pick<Config, 'publicUrl'>; logger: Logger },
): Job[] {
  const { database, now } = accounts
  const { publicUrl } = config
  return [
    { name: 'log refusals', everyMs: REFUSALS_EVERY_MS, run: () => appendRefusals(database, { now: now() }) },
    {
      name: 'send notices',
      everyMs: NOTICES_EVERY_MS,
      run: (stopping) => sendNotices({ ...accounts, publicUrl, freezeLink }, stopping),
    },
    { name: 'log events', everyMs: EVENTS_EVERY_MS, run: createAuditLines({ database, logger }) },
  ]
}
