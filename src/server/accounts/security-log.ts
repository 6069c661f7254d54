import { LruMap } from 'toad-cache'
import { MINUTE_MS } from '#domain/durations.ts'
import { readEventsAfter, readLastEvent } from '../store/accounts/audit-log.ts'
import type { Database } from '../store/database.ts'
import { networkOf } from './limits.ts'

/** Refusals in which somebody may be at fault, and failures of vendors. Completed actions have the names of the audit log. */
export const SECURITY_EVENTS = [
  'SIGN_IN_REFUSED',
  'FROZEN_ACCOUNT_REFUSED',
  'CODE_REFUSED',
  'PROOF_REFUSED',
  'API_KEY_REFUSED',
  'ACCESS_REFUSED',
  'IDENTITY_REFUSED',
  'ORIGIN_REFUSED',
  'LIMIT_REACHED',
  'VENDOR_FAULT',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

/** One line for monitoring. It identifies a person only by the user's or the operator's id and the network. */
export interface SecurityLine {
  readonly event: SecurityEvent
  readonly userId?: number | undefined
  readonly operatorId?: number | undefined
  readonly ip?: string | undefined
  /** "INCORRECT_CREDENTIALS", "TIMEOUT". */
  readonly code: string
  /** "POST /users/login", "sms sendCode". */
  readonly where: string
}

export type SecurityLog = (line: SecurityLine) => void

interface Lines {
  warn(details: object, message: string): void
}

/** Lines of one event and network per minute. Further ones are counted, and the next line has their number. */
const LINES_PER_MINUTE_MAX = 20
const COUNTED_MAX = 10_000

interface Counted {
  since: number
  lines: number
  suppressed: number
}

/** Writes each line as structured JSON by the process's logger, and limits them so that nobody can fill the disk. */
export function createSecurityLog({ logger, now = Date.now }: { logger: Lines; now?: () => number }): SecurityLog {
  const counters = new LruMap<Counted>(COUNTED_MAX)
  return ({ event, userId, operatorId, ip, code, where }) => {
    const network = ip === undefined ? undefined : networkOf(ip)
    const key = `${event} ${network ?? where}`
    const counted = counters.get(key) ?? { since: now(), lines: 0, suppressed: 0 }
    counters.set(key, counted)
    if (now() - counted.since >= MINUTE_MS) Object.assign(counted, { since: now(), lines: 0 })
    if (counted.lines >= LINES_PER_MINUTE_MAX) {
      counted.suppressed += 1
      return
    }
    const { suppressed } = counted
    counted.lines += 1
    counted.suppressed = 0
    logger.warn(
      { security: event, code, where, userId, operatorId, network, ...(suppressed > 0 ? { suppressed } : {}) },
      'security event',
    )
  }
}

/** Events of one step. */
const EVENTS_MAX = 200

/**
 * Writes a line for each event that the audit log gets from now on: logins, changed passwords, frozen accounts and every other committed event.
 * The line has neither device nor details, which stay in the audit log; its `chain` covers both, and every event before: a log that was
 * rewritten, chain and all, does not have it. @returns the function to run about every second
 */
export function createAuditLines({
  database,
  logger,
}: {
  database: Database
  logger: { info(details: object, message: string): void }
}): () => Promise<void> {
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
