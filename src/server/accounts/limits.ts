import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Rejected, rejected } from '#contract/rejected.ts'
import type { SmsPurpose } from '../providers/sms/sms.ts'
import { type Counted, type CounterKey, countUp, readCount } from '../store/accounts/rate-counters.ts'
import type { Queryable } from '../store/database.ts'
import type { Accounts, Visitor } from './accounts.ts'

const WINDOW_MS = 15 * 60_000

export interface Limit extends CounterKey {
  readonly max: number
}

type TooMany = 'TOO_MANY_REQUESTS' | 'TOO_MANY_TRIES'

/**
 * Counts a try, and refuses it where it is beyond the limit. The counts are in the database and survive a restart.
 */
export async function countAgainst(
  database: Queryable,
  { limit, at, code = 'TOO_MANY_REQUESTS' }: { limit: Limit; at: Date; code?: TooMany },
): Promise<Rejected | undefined> {
  const windowEndsAt = new Date(at.getTime() + WINDOW_MS)
  const counted = await countUp(database, { kind: limit.kind, subject: limit.subject, at, windowEndsAt })
  return counted.count > limit.max ? tooMany(code, { until: counted.windowEndsAt, at }) : undefined
}

/** Refuses where the limit has been used up; counts nothing. */
export async function refuseUsedUp(
  database: Queryable,
  { limit, at }: { limit: Limit; at: Date },
): Promise<Rejected | undefined> {
  const counted: Counted | undefined = await readCount(database, { kind: limit.kind, subject: limit.subject, at })
  if (counted === undefined || counted.count < limit.max) return undefined
  return tooMany('TOO_MANY_REQUESTS', { until: counted.windowEndsAt, at })
}

/** The refusal that says how long to wait: whole seconds, at least one. */
export function tooMany(code: TooMany, { until, at }: { until: Date; at: Date }): Rejected {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1_000))
  return rejected(code, { retryAfterSeconds })
}

const UNKNOWN = 'unknown'

/** An address as it is written down: an IPv4 one also where it came inside an IPv6 one; "unknown" for what is none. */
export function addressOf(ip: string): string {
  const [bare = ''] = ip.split('%')
  if (isIPv4(bare)) return bare
  return isIPv6(bare) ? ipaddr.process(bare).toString() : UNKNOWN
}

/** The network that is counted for an address: an IPv4 address itself; the first 64 bits of an IPv6 one, whose owner chooses the rest. */
export function networkOf(ip: string): string {
  const address = addressOf(ip)
  return isIPv6(address) ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address
}

/**
 * Refuses TOO_MANY_REQUESTS where no more codes of this purpose may go to a number, or be asked for from this address. Each purpose counts by itself:
 * sign-ups that a stranger begins with a number cannot use up the codes of that number's logins.
 */
export async function countCode(
  { database, settings, now }: Pick<Accounts, 'database' | 'settings' | 'now'>,
  { purpose, mobile, visitor }: { purpose: SmsPurpose; mobile: string; visitor: Pick<Visitor, 'ip'> },
): Promise<Rejected | undefined> {
  const at = now()
  const { codesPerNumberMax, codesPerAddressMax } = settings.limits
  const ofNumber = { kind: `${purpose}-code:number`, subject: mobile, max: codesPerNumberMax }
  const ofAddress = { kind: 'code:address', subject: networkOf(visitor.ip), max: codesPerAddressMax }
  return database.transaction(
    async (tx) =>
      (await countAgainst(tx, { limit: ofNumber, at })) ?? (await countAgainst(tx, { limit: ofAddress, at })),
  )
}
