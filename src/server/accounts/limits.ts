import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Rejected, rejected } from '#contract/rejected.ts'
import type { SmsPurpose } from '../providers/sms/sms.ts'
import { type CounterKey, countUp } from '../store/accounts/rate-counters.ts'
import { addRefusal } from '../store/accounts/refusals.ts'
import type { Queryable } from '../store/database.ts'
import type { Accounts, Visitor } from './accounts.ts'

const WINDOW_MS = 15 * 60_000

export interface Limit extends CounterKey {
  readonly max: number
  /** From the first that is counted; a quarter of an hour where it is left out. */
  readonly windowMs?: number
}

type TooMany = 'TOO_MANY_REQUESTS' | 'TOO_MANY_TRIES'

/**
 * Counts a try, and refuses it where it is beyond the limit. The counts are in the database and survive a restart.
 */
export async function countAgainst(
  database: Queryable,
  { limit, at, code = 'TOO_MANY_REQUESTS' }: { limit: Limit; at: Date; code?: TooMany },
): Promise<Rejected | undefined> {
  const windowEndsAt = new Date(at.getTime() + (limit.windowMs ?? WINDOW_MS))
  const counted = await countUp(database, { kind: limit.kind, subject: limit.subject, at, windowEndsAt })
  return counted.count > limit.max ? tooMany(code, { until: counted.windowEndsAt, at }) : undefined
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

/** Anybody who knows a number can cause these; the others come behind a password or a session. */
const STRANGERS_PURPOSES: ReadonlySet<SmsPurpose> = new Set(['sign-up', 'password'])

export const DAY_MS = 24 * 3_600_000

export interface CodeToCount {
  readonly purpose: SmsPurpose
  /** The mobile number, or the e-mail address, that the code would go to. */
  readonly mobile: string
  readonly visitor: Pick<Visitor, 'ip'>
  /** Whose number it is, where that is known. */
  readonly userId?: number | undefined
  /** The address was only typed: it may be a stranger's. */
  readonly isUnproven?: boolean
  /** The browser that asks, where this user has signed in from it before: it has allowances of its own, which nobody else uses up. */
  readonly device?: string | undefined
}

/**
 * Refuses TOO_MANY_REQUESTS where no code of this purpose may go to a number now, or be asked for from this network. What a stranger can
 * cause has budgets of its own: it bothers the number's owner ten times a day at most, and uses up nothing of what the owner needs to log in.
 */
export async function countCode(
  { database, settings, now }: Pick<Accounts, 'database' | 'settings' | 'now'>,
  { purpose, mobile, visitor, userId, isUnproven = false, device }: CodeToCount,
): Promise<Rejected | undefined> {
  const at = now()
  const network = networkOf(visitor.ip)
  const { codesPerNumberMax, codesPerAddressMax, codeGapMs, ...days } = settings.limits
  const ofDay =
    isUnproven || STRANGERS_PURPOSES.has(purpose)
      ? { kind: 'strangers-code:day', max: days.strangersCodesPerDayMax }
      : { kind: 'own-code:day', max: days.ownCodesPerDayMax }
  // The network comes first: what it may not ask for uses up nothing of the number. The day comes last: what is refused is not sent.
  const subject = device ?? mobile
  const limits: Limit[] = [
    ...(device === undefined ? [{ kind: 'code:address', subject: network, max: codesPerAddressMax }] : []),
    { kind: `${purpose}-code:gap`, subject, max: 1, windowMs: codeGapMs },
    { kind: `${purpose}-code:number`, subject, max: codesPerNumberMax },
    { ...ofDay, subject, windowMs: DAY_MS },
  ]
  const refused = await database.transaction(async (tx) => {
    for (const limit of limits) {
      const tooMany = await countAgainst(tx, { limit, at })
      if (tooMany) return tooMany
    }
    return undefined
  })
  if (refused) await addRefusal(database, { kind: 'TOO_MANY_CODES', userId, network, at })
  return refused
}
