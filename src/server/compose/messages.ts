import type { Accounts } from '../accounts/accounts.ts'
import { appendRefusals } from '../accounts/count-refusal.ts'
import { sendNotices } from '../accounts/messages/send-notices.ts'
import type { Config } from '../config/config.ts'
import type { Job } from './run-every.ts'

/** How soon the refusals of an hour that is over are in the audit log. */
const REFUSALS_EVERY_MS = 60_000
/** How soon after its commit a notice is sent. */
const NOTICES_EVERY_MS = 500

/** What users and the audit log are told behind the commits. */
export function messageJobs(accounts: Accounts, { publicUrl }: Pick<Config, 'publicUrl'>): Job[] {
  const { database, now } = accounts
  return [
    { name: 'log refusals', everyMs: REFUSALS_EVERY_MS, run: () => appendRefusals(database, { now: now() }) },
    {
      name: 'send notices',
      everyMs: NOTICES_EVERY_MS,
      run: (stopping) => sendNotices({ ...accounts, publicUrl }, stopping),
    },
  ]
}
