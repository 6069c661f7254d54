import { hash } from 'node:crypto'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { hasRight } from '#domain/operator-rights.ts'
import { notifyOperators } from '../accounts/operators/notify-operators.ts'
import type { Operator } from '../accounts/operators/operator-sessions.ts'
import { recordEvent } from '../store/accounts/audit-log.ts'
import { hourOf } from '../store/accounts/counters.ts'
import { readOperators } from '../store/accounts/operators.ts'
import { insertLook, type LooksSeen, readLooks } from '../store/console/operator-looks.ts'
import type { Transaction } from '../store/database.ts'
import { actingOf } from './act.ts'
import type { ConsoleServices } from './console-services.ts'

/**
 * The number of customers, tickets or rows of lists that an operator may see within an hour, and four times as many within a day: more than a shift
 * needs, and far fewer than a copy of the database. Lists count by their rows; operators who work with persons have higher limits.
 */
const LOOKS_MAX = { CUSTOMER_VIEWED: 120, CUSTOMERS_SEARCHED: 600, TICKETS_SEARCHED: 600, TICKET_VIEWED: 200 } as const
const LISTS = ['CUSTOMERS_SEARCHED', 'TICKETS_SEARCHED']
const TIMES_OF_PERSONAL = 5
const TIMES_OF_DAY = 4

interface Looked {
  readonly kind: keyof typeof LOOKS_MAX
  /** The log's name, if it differs from the kind of look that it counts as. */
  readonly loggedAs?: 'CUSTOMERS_LISTED' | undefined
  /** Identifies it among other looks. */
  readonly subject: string
  /** The number of rows that a list shows. */
  readonly rows?: number
  /** The customer concerned. */
  readonly userId?: number | undefined
  readonly details?: { readonly [name: string]: string | number }
}

export interface LookCall {
  readonly caller: Pick<Operator, 'operatorId' | 'name' | 'roles'>
  readonly ip: string
  readonly userAgent: string
}

/** Records a look at a customer by any of the pages and lists about one: together they are one look an hour. */
export const recordCustomerLook = (services: Pick<ConsoleServices, 'accounts'>, userId: number, call: LookCall) =>
  recordLook(services, { kind: 'CUSTOMER_VIEWED', subject: String(userId), userId }, call)

/** Records a look at a list that names customers, before the answer: it counts as a search, though nobody searched. @param page identifies the page of the list */
export const recordListLook = (
  services: Pick<ConsoleServices, 'accounts'>,
  {
    list,
    page,
    rows,
  }: { list: 'AUDIT' | 'IDENTITIES' | 'PROPOSALS' | 'TICKETS'; page: readonly unknown[]; rows: number },
  call: LookCall,
) => {
  const look = { ...LIST, subject: subjectOf([list, ...page]), rows, details: { by: list } }
  return recordLook(services, look, call)
}

const LIST = { kind: 'CUSTOMERS_SEARCHED', loggedAs: 'CUSTOMERS_LISTED' } as const

/** Identifies a search without storing it. */
export const subjectOf = (parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'hex')

/** Records who looks at whom, once an hour for each pair. Beyond the limits of a person's work it refuses LOOKS_USED_UP and notifies the admins. */
export function recordLook(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { kind, loggedAs, subject, userId, rows = 1, details = {} }: Looked,
  call: LookCall,
): Promise<Rejected | undefined> {
  const at = now()
  const { caller } = call
  // A search without results reveals something, too.
  const look = { operatorId: caller.operatorId, kind, subject, rows: Math.max(1, rows), hour: hourOf(at) }
  return database.transaction(async (tx) => {
    const seen = await readLooks(tx, look)
    if (seen.isKnown) return undefined
    if (isBeyond(seen, { ...look, roles: caller.roles })) {
      await notifyAdmins(tx, { caller, at })
      return tooManyLooks(at)
    }
    await insertLook(tx, look)
    await recordEvent(tx, { at, kind: loggedAs ?? kind, userId, ...actingOf(call), details })
    return undefined
  })
}

interface AskedLook {
  readonly kind: Looked['kind']
  readonly rows: number
  readonly roles: Operator['roles']
}

function isBeyond({ inHour, inDay }: LooksSeen, { kind, rows, roles }: AskedLook): boolean {
  const times = LISTS.includes(kind) && hasRight(roles, 'USERS_READ_PERSONAL') ? TIMES_OF_PERSONAL : 1
  const max = LOOKS_MAX[kind] * times
  return inHour + rows > max || inDay + rows > max * TIMES_OF_DAY
}

const tooManyLooks = (at: Date) => {
  const until = hourOf(at).getTime() + HOUR_MS
  return rejected('LOOKS_USED_UP', { retryAfterSeconds: Math.max(1, Math.ceil((until - at.getTime()) / 1_000)) })
}

/** Once a day per operator. */
async function notifyAdmins(tx: Transaction, { caller, at }: { caller: LookCall['caller']; at: Date }): Promise<void> {
  const { operatorId: id, name } = caller
  const operators = await readOperators(tx)
  const day = at.toISOString().slice(0, 10)
  const eventKey = `looks:${id}:${day}`
  await notifyOperators(tx, { kind: 'OPERATOR_LOOKS_USED_UP', about: { id, name }, operators, eventKey, at })
}
