import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { DAY_MS, HOUR_MS } from '#domain/durations.ts'
import type { SmsPurpose } from '../providers/sms/sms.ts'
import { addRefusal, type CounterKey, countDown, countUp, readCount } from '../store/accounts/counters.ts'
import type { Queryable, Transaction } from '../store/database.ts'
import type { AccountLimits, Accounts, Visitor } from './accounts.ts'

const WINDOW_MS = 15 * 60_000

export interface Limit extends CounterKey {
  readonly max: number
  /** From the first counted try; absent: a quarter of an hour. */
  readonly windowMs?: number
}

type TooMany = 'TOO_MANY_REQUESTS' | 'TOO_MANY_TRIES'

/**
 * Counts a try and refuses it if it exceeds the limit. The counts are in the database and survive a restart.
 */
export async function countAgainst(
  database: Queryable,
  { limit, at, code = 'TOO_MANY_REQUESTS' }: { limit: Limit; at: Date; code?: TooMany },
): Promise<Rejected | undefined> {
  const windowEndsAt = new Date(at.getTime() + (limit.windowMs ?? WINDOW_MS))
  const counted = await countUp(database, { kind: limit.kind, subject: limit.subject, at, windowEndsAt })
  return counted.count > limit.max ? tooMany(code, { until: counted.windowEndsAt, at }) : undefined
}

/** Counts a try against each limit up to the first that refuses it. */
export async function countAgainstEach(
  database: Queryable,
  { limits, at }: { limits: readonly Limit[]; at: Date },
): Promise<Rejected | undefined> {
  for (const limit of limits) {
    const tooMany = await countAgainst(database, { limit, at })
    if (tooMany) return tooMany
  }
  return undefined
}

/** The refusal with the time to wait: whole seconds, at least one. */
export function tooMany(code: TooMany, { until, at }: { until: Date; at: Date }): Rejected {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1_000))
  return rejected(code, { retryAfterSeconds })
}

const UNKNOWN = 'unknown'

/** An address as it is recorded: IPv4 even if it came as IPv6; "unknown" for anything invalid. */
export function addressOf(ip: string): string {
  const [bare = ''] = ip.split('%')
  if (isIPv4(bare)) return bare
  return isIPv6(bare) ? ipaddr.process(bare).toString() : UNKNOWN
}

/** The network that is counted for an address: an IPv4 address itself; the first 64 bits of IPv6, since the owner chooses the rest. */
export const networkOf = (ip: string): string => prefixOf(ip, 64)

/** The first 48 bits, which a provider gives to one customer, who has 65,536 networks to choose from. */
export const siteOf = (ip: string): string => prefixOf(ip, 48)

function prefixOf(ip: string, bits: 48 | 64): string {
  const address = addressOf(ip)
  return isIPv6(address) ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}` : address
}

/** The factor of the limits of a network whose people have proven that they are not programs. */
export const TIMES_OF_PROVEN = 5

/**
 * A code's asker. Each kind has its own counters, so that a caller who has shown less uses up nothing of one who has shown more: anybody can type a
 * contact (stranger), or pass a captcha with it (person), or do so from a network from which the user has signed in (network); a browser from which the
 * user has signed in is known (device); others know the user's password (password), or have the user's session.
 * An operator's first keys need the approval's code (operator).
 */
export type CodeAsker =
  | { readonly by: 'stranger' | 'person' | 'password' | 'operator'; readonly contact: string }
  | { readonly by: 'network'; readonly contact: string; readonly site: string }
  | { readonly by: 'device'; readonly device: string }
  | { readonly by: 'session'; readonly userId: number; readonly sessionId?: number | undefined }

export interface CodeToCount {
  /** Codes of a change of a contact, and codes that prove, share one counter each, whatever their messages say. */
  readonly purpose: SmsPurpose | 'contact' | 'proof'
  readonly asker: CodeAsker
  readonly visitor: Pick<Visitor, 'ip'>
  /** The user of the code, if known. */
  readonly userId?: number | undefined
}

/** The asker of a code that anybody with a number can cause: a known browser, else a caller in a known network, else a person, else a stranger. */
export function askerOf(
  contact: string,
  {
    device,
    site,
    proven,
  }: { readonly device?: string | undefined; readonly site?: string | undefined; proven: boolean },
): CodeAsker {
  if (device !== undefined) return { by: 'device', device }
  return site === undefined ? { by: proven ? 'person' : 'stranger', contact } : { by: 'network', contact, site }
}

/** Refuses TOO_MANY_REQUESTS if this asker may have no code of this purpose now. */
export async function countCode(
  { database, settings, now }: Pick<Accounts, 'database' | 'settings' | 'now'>,
  { purpose, asker, visitor, userId }: CodeToCount,
): Promise<Rejected | undefined> {
  const at = now()
  const network = networkOf(visitor.ip)
  const limits = limitsOfCode({ purpose, asker, network, site: siteOf(visitor.ip), limits: settings.limits })
  const refused = await database.transaction(async (tx) => {
    const tooMany = await countAgainstEach(tx, { limits, at })
    if (tooMany || asker.by !== 'person') return tooMany
    return countPersonsDay(tx, {
      contact: asker.contact,
      site: siteOf(visitor.ip),
      max: settings.limits.personsCodesPerDayMax,
      at,
    })
  })
  if (refused) await addRefusal(database, { kind: 'TOO_MANY_CODES', userId, network, at })
  return refused
}

/** The network comes first: its refused requests use up nothing of the contact. The day comes last: a refused request is not sent. */
function limitsOfCode({
  purpose,
  asker,
  network,
  site,
  limits,
}: Pick<CodeToCount, 'purpose' | 'asker'> & { network: string; site: string; limits: AccountLimits }): Limit[] {
  const { by } = asker
  // A person waits for codes of the same network alone: otherwise requests from elsewhere, one a minute, would keep the owner waiting.
  const subject = by === 'person' ? `${asker.contact} ${site}` : subjectOf(asker)
  return [
    ...networkLimits(by, { network, max: limits.codesPerAddressMax }),
    { kind: `${by}:${purpose}-code:gap`, subject, max: 1, windowMs: limits.codeGapMs },
    { kind: `${by}:${purpose}-code:number`, subject, max: limits.codesPerNumberMax },
    ...dayLimits(asker, limits),
  ]
}

/**
 * Carriers put many customers behind one address: strangers among them use up nothing of the others. Callers who pass captchas have five
 * times as many codes, which bounds the messages that a network can cost.
 */
function networkLimits(by: CodeAsker['by'], { network: subject, max }: { network: string; max: number }): Limit[] {
  if (by === 'device' || by === 'session' || by === 'operator') return []
  if (by === 'stranger') return [{ kind: 'code:address', subject, max }]
  return [{ kind: `${by}-code:address`, subject, max: by === 'person' ? max * TIMES_OF_PROVEN : max }]
}

function dayLimits(asker: CodeAsker, limits: AccountLimits): Limit[] {
  const subject = subjectOf(asker)
  const { ownCodesPerDayMax: ownMax, personsCodesPerDayMax } = limits
  if (asker.by === 'stranger') return [{ ...strangersDay(subject), max: limits.strangersCodesPerDayMax }]
  if (asker.by === 'person') return []
  const max = asker.by === 'network' ? personsCodesPerDayMax : ownMax
  const day = { kind: `${asker.by}-code:day`, subject, max, windowMs: DAY_MS }
  if (asker.by !== 'session') return [day]
  // A stolen session leaves half of the day to the user's others.
  const ofUser = { kind: 'user-code:day', subject: String(asker.userId), max: ownMax, windowMs: DAY_MS }
  return [{ ...day, max: Math.ceil(ownMax / 2) }, ofUser]
}

/**
 * Other callers who pass captchas leave a number's owner a code: once they have used up the day, a network without a code so far gets one from an equal
 * reserve, and then one an hour. So nobody can block a number's codes all day, or make it cost without end. Refused requests use up nothing.
 */
async function countPersonsDay(
  tx: Transaction,
  { contact, site, max, at }: { contact: string; site: string; max: number; at: Date },
): Promise<Rejected | undefined> {
  const ofNetwork = { kind: 'person-code:network-day', subject: `${contact} ${site}` }
  const windowEndsAt = new Date(at.getTime() + DAY_MS)
  const here = await countUp(tx, { ...ofNetwork, at, windowEndsAt })
  const all = await countUp(tx, { ...personsDay(contact), at, windowEndsAt })
  if (all.count <= (here.count === 1 ? 2 * max : max)) return undefined
  const hourly = { kind: 'person-code:hour', subject: contact, max: 1, windowMs: HOUR_MS }
  if (here.count === 1 && !(await countAgainst(tx, { limit: hourly, at }))) return undefined
  await countDown(tx, ofNetwork)
  await countDown(tx, personsDay(contact))
  return tooMany('TOO_MANY_REQUESTS', { until: all.windowEndsAt, at })
}

function subjectOf(asker: CodeAsker): string {
  if (asker.by === 'device') return asker.device
  if (asker.by === 'network') return `${asker.contact} ${asker.site}`
  if (asker.by !== 'session') return asker.contact
  return asker.sessionId === undefined ? `user ${asker.userId}` : String(asker.sessionId)
}

const strangersDay = (subject: string) => ({ kind: 'stranger-code:day', subject, windowMs: DAY_MS })
const personsDay = (subject: string) => ({ kind: 'person-code:day', subject, windowMs: DAY_MS })

/** Whether strangers have caused a code for a contact within the day, so that the next one demands a person. */
export async function hasStrangersCode(
  { database, now }: Pick<Accounts, 'database' | 'now'>,
  contact: string,
): Promise<boolean> {
  const counted = await readCount(database, { ...strangersDay(contact), at: now() })
  return (counted?.count ?? 0) > 0
}

/** A code that was typed back was requested by the contact's owner, so it no longer counts among those that others caused. */
export async function forgiveCode(
  database: Queryable,
  { contact, begunByPerson }: { readonly contact: string; readonly begunByPerson: boolean },
): Promise<void> {
  await countDown(database, begunByPerson ? personsDay(contact) : strangersDay(contact))
}
