import { hash } from 'node:crypto'
import type { Rejected } from '#contract/rejected.ts'
import { addressOf, tooMany } from '../accounts/limits.ts'
import { recordEvent } from '../store/accounts/audit-log.ts'
import { hourOf } from '../store/accounts/refusals.ts'
import { insertLook, readLooks } from '../store/console/operator-looks.ts'
import type { ConsoleServices } from './console-services.ts'

/** How many different ones an operator may look at within an hour: more than a shift needs, and far fewer than a copy of the base. */
const LOOKS_MAX = { CUSTOMER_VIEWED: 120, CUSTOMERS_SEARCHED: 300, TICKETS_SEARCHED: 300, TICKET_VIEWED: 200 } as const

interface Looked {
  readonly kind: keyof typeof LOOKS_MAX
  /** What tells it from other looks. */
  readonly subject: string
  /** Whom it concerns. */
  readonly userId?: number | undefined
  readonly details?: { readonly [name: string]: string | number }
}

export interface LookCall {
  readonly caller: { readonly operatorId: number }
  readonly ip: string
  readonly userAgent: string
}

const HOUR_MS = 3_600_000

/** A look at a customer, by whichever of the pages and lists about one: together they are one look an hour. */
export const recordCustomerLook = (services: Pick<ConsoleServices, 'accounts'>, userId: number, call: LookCall) =>
  recordLook(services, { kind: 'CUSTOMER_VIEWED', subject: String(userId), userId }, call)

/** A look at a list that names customers, which counts as a search for them. @param page tells it from other pages of the list */
export const recordListLook = (
  services: Pick<ConsoleServices, 'accounts'>,
  { list, page }: { list: 'AUDIT' | 'IDENTITIES' | 'PROPOSALS' | 'TICKETS'; page: readonly unknown[] },
  call: LookCall,
) =>
  recordLook(services, { kind: 'CUSTOMERS_SEARCHED', subject: subjectOf([list, ...page]), details: { by: list } }, call)

/** Tells a search from others without keeping it. */
export const subjectOf = (parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'hex')

/** Writes down who looks at whom, once an hour for each, and refuses TOO_MANY_REQUESTS beyond what a person's work needs. */
export function recordLook(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { kind, subject, userId, details = {} }: Looked,
  { caller: { operatorId }, ip, userAgent }: LookCall,
): Promise<Rejected | undefined> {
  const at = now()
  const hour = hourOf(at)
  const look = { operatorId, kind, subject, hour }
  return database.transaction(async (tx) => {
    const { isKnown, others } = await readLooks(tx, look)
    if (isKnown) return undefined
    if (others >= LOOKS_MAX[kind])
      return tooMany('TOO_MANY_REQUESTS', { until: new Date(hour.getTime() + HOUR_MS), at })
    await insertLook(tx, look)
    await recordEvent(tx, { at, kind, userId, operatorId, ip: addressOf(ip), device: userAgent, details })
    return undefined
  })
}
