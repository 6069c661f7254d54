import { readEventsAfter, readLastEvent } from '../store/accounts/audit-log.ts'
import type { Database } from '../store/database.ts'
import { networkOf } from './limits.ts'

/** Events of one step. */
const EVENTS_MAX = 200

interface Lines {
  info(details: object, message: string): void
}

/**
 * Writes a line for each event that the audit log gets from now on: logins, changed passwords, frozen accounts and every other committed event.
 * The line has neither device nor details, which stay in the audit log; its `chain` covers both, and every event before: a log that was
 * rewritten, chain and all, does not have it. @returns the function to run about every second
 */
export function createAuditLines({ database, logger }: { database: Database; logger: Lines }): () => Promise<void> {
  let last: number | undefined
  return async () => {
    last ??= await readLastEvent(database)
    for (let read = EVENTS_MAX; read === EVENTS_MAX; ) {
      const events = await readEventsAfter(database, { id: last, max: EVENTS_MAX })
      for (const { id, kind, userId, operatorId, ip, hash } of events) {
        const network = ip.endsWith('/64') ? ip : networkOf(ip)
        const chain = Buffer.from(hash).toString('hex')
        logger.info({ security: kind, audit: id, chain, userId, operatorId, network }, 'security event')
        last = id
      }
      read = events.length
    }
  }
}
