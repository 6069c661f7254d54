import { MINUTE_MS } from '#domain/durations.ts'
import { anchorAuditLog } from '../accounts/audit-anchors.ts'
import { openAnchorPlace } from '../providers/anchors/anchor-place.ts'
import type { Core } from './core.ts'
import type { Job } from './jobs.ts'
import { statementKeyOf } from './liabilities.ts'

/** Anchors the audit log outside, where a place is set. The process that runs the job alone opens the key. */
export function anchorJobs(core: Core): Job[] {
  const { config, database, gauges, logger } = core
  const { auditAnchorUrl: url, auditAnchorToken: token } = config
  if (url === undefined) {
    if (config.production)
      logger.warn('AUDIT_ANCHOR_URL is not set: who can write the database can rewrite the audit log')
    return []
  }
  const place = openAnchorPlace({ url, token })
  const note = (error: unknown) => {
    gauges.noteVendor('anchors', error === undefined ? undefined : faultOf(error))
    if (error !== undefined) logger.error({ err: error }, 'the audit log cannot be anchored outside; anchors wait')
  }
  let key: ReturnType<typeof statementKeyOf>
  return [
    {
      name: 'anchor the audit log',
      everyMs: MINUTE_MS,
      runsIn: 'one process',
      run: async (stopping) => {
        key ??= statementKeyOf(core)
        if (key) await anchorAuditLog({ database, place, key, now: () => new Date(), note }, stopping)
      },
    },
  ]
}

/** "ENOENT" for a disk that is not mounted. */
const faultOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNREACHABLE'
