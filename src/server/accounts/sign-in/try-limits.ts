import type { Rejected } from '#contract/rejected.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import { type CounterKey, countDown, forgetCount, readCount } from '../../store/accounts/counters.ts'
import { findKnownDevice, readLatestAddresses } from '../../store/accounts/logins.ts'
import type { Queryable } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { countRefusal } from '../count-refusal.ts'
import { countAgainst, networkOf, siteOf, TIMES_OF_PROVEN } from '../limits.ts'
import { hashToken, type SignInVisitor } from './tokens.ts'

/** A try of a password, counted before it was made. */
export interface CountedTry {
  /** True for a browser from which this user has signed in. */
  readonly known: boolean
  /** Takes the count back, because the password was right. */
  forgive(database: Queryable): Promise<void>
}

/**
 * Counts a try of a password before it is made, so that many in parallel cannot pass. A browser from which the user has signed in has its own
 * allowance, which strangers cannot use up. Of all others, callers who passed a captcha share the tries of their network at the number, and
 * the rest share those of the number, so that a stranger elsewhere never blocks a person. Refuses TOO_MANY_REQUESTS.
 */
export async function countTry(
  accounts: Pick<Accounts, 'database' | 'settings' | 'now'>,
  { mobile, proven }: { readonly mobile: MobileNumber; readonly proven: boolean },
  visitor: SignInVisitor,
): Promise<CountedTry | Rejected> {
  const { database, settings, now } = accounts
  const { loginsPerNumberMax, loginFailuresPerAddressMax } = settings.limits
  const device = await deviceOfVisitor(database, { mobile, visitor })
  if (device !== undefined) {
    const key = { kind: 'login:device', subject: device }
    const refused = await countAgainst(database, { limit: { ...key, max: loginsPerNumberMax }, at: now() })
    return refused ?? { known: true, forgive: (queryable) => forgetCount(queryable, key) }
  }
  const times = proven ? TIMES_OF_PROVEN : 1
  const ofNumber = proven ? triesOfPerson(mobile, visitor) : triesOfNumber(mobile)
  const ofNetwork = triesOfNetwork(visitor)
  const at = now()
  const refused =
    (await countAgainst(database, { limit: { ...ofNetwork, max: loginFailuresPerAddressMax * times }, at })) ??
    (await countAgainst(database, { limit: { ...ofNumber, max: loginsPerNumberMax }, at }))
  if (refused) return refused
  const forgive = async (queryable: Queryable) => {
    await forgetCount(queryable, ofNumber)
    await countDown(queryable, ofNetwork)
  }
  return { known: false, forgive }
}

/** The calling browser, if this user has signed in from it before. */
export async function deviceOfVisitor(
  database: Queryable,
  { mobile, visitor }: { readonly mobile: MobileNumber; readonly visitor: Pick<SignInVisitor, 'deviceTokens'> },
): Promise<string | undefined> {
  const tokenHashes = visitor.deviceTokens.map((token) => hashToken(token))
  const device = tokenHashes.length === 0 ? undefined : await findKnownDevice(database, { mobile, tokenHashes })
  return device && Buffer.from(device).toString('base64url')
}

/** A network stays known for this time after a user's sign-in. */
const KNOWN_NETWORK_MS = 30 * DAY_MS

/** The visitor's network, if this user has signed in from it recently: strangers elsewhere use up none of its codes. */
export async function knownSiteOf(
  { database, now }: Pick<Accounts, 'database' | 'now'>,
  { mobile, visitor }: { readonly mobile: MobileNumber; readonly visitor: Pick<SignInVisitor, 'ip'> },
): Promise<string | undefined> {
  const since = new Date(now().getTime() - KNOWN_NETWORK_MS)
  const addresses = await readLatestAddresses(database, { mobile, since })
  const site = siteOf(visitor.ip)
  return addresses.some((address) => siteOf(address) === site) ? site : undefined
}

/**
 * Counts a code typed without a flow of the caller's own, before it is compared: by browser if the number's user has signed in from it, else by network.
 * Refuses TOO_MANY_TRIES.
 */
export async function countCodeCheck(
  { database, settings, now }: Pick<Accounts, 'database' | 'settings' | 'now'>,
  mobile: MobileNumber | undefined,
  visitor: Pick<SignInVisitor, 'ip' | 'deviceTokens'>,
): Promise<Rejected | undefined> {
  const device = mobile && (await deviceOfVisitor(database, { mobile, visitor }))
  const by =
    device === undefined
      ? { kind: 'code-check:address', subject: networkOf(visitor.ip) }
      : { kind: 'code-check:device', subject: device }
  const limit = { ...by, max: settings.limits.codeChecksPerAddressMax }
  const at = now()
  const refused = await countAgainst(database, { limit, at, code: 'TOO_MANY_TRIES' })
  if (refused) await countRefusal(database, { kind: 'TOO_MANY_TRIES', userId: undefined, ip: visitor.ip, at })
  return refused
}

/**
 * Counts a step by authenticator, which costs no message, after a right password. Each has five tries, and three codes of a million are right:
 * per day a caller with the password gets no further than one chance in two thousand. A known browser has its own allowance.
 * Refuses TOO_MANY_REQUESTS.
 */
export async function countAuthenticatorStep(
  { database, settings, now }: Pick<Accounts, 'database' | 'settings' | 'now'>,
  {
    mobile,
    userId,
    visitor,
  }: { readonly mobile: MobileNumber; readonly userId: number; readonly visitor: SignInVisitor },
): Promise<Rejected | undefined> {
  const at = now()
  const { loginsPerNumberMax: max, ownCodesPerDayMax } = settings.limits
  const device = await deviceOfVisitor(database, { mobile, visitor })
  if (device !== undefined)
    return countAgainst(database, { limit: { kind: 'authenticator-step:device', subject: device, max }, at })
  const ofUser = { subject: String(userId) }
  return (
    (await countAgainst(database, { limit: { kind: 'authenticator-step:user', ...ofUser, max }, at })) ??
    countAgainst(database, {
      limit: { kind: 'authenticator-step:day', ...ofUser, max: ownCodesPerDayMax, windowMs: DAY_MS },
      at,
    })
  )
}

const triesOfNumber = (mobile: MobileNumber): CounterKey => ({ kind: 'login:number', subject: mobile })
const triesOfPerson = (mobile: MobileNumber, { ip }: Pick<SignInVisitor, 'ip'>): CounterKey => ({
  kind: 'login:number-network',
  subject: `${mobile} ${siteOf(ip)}`,
})
const triesOfNetwork = ({ ip }: Pick<SignInVisitor, 'ip'>): CounterKey => ({
  kind: 'login:network',
  subject: networkOf(ip),
})

/** Whether so much has failed at this number, or from this network, that the next try must come from a person: half of the limit. Never for a known device. */
export async function isSuspicious(
  { database, settings, now }: Pick<Accounts, 'database' | 'settings' | 'now'>,
  { mobile, visitor }: { readonly mobile: MobileNumber; readonly visitor: SignInVisitor },
): Promise<boolean> {
  const { loginsPerNumberMax, loginFailuresPerAddressMax } = settings.limits
  const at = now()
  if ((await deviceOfVisitor(database, { mobile, visitor })) !== undefined) return false
  const ofNumber = await readCount(database, { ...triesOfNumber(mobile), at })
  const ofNetwork = await readCount(database, { ...triesOfNetwork(visitor), at })
  return (ofNumber?.count ?? 0) * 2 >= loginsPerNumberMax || (ofNetwork?.count ?? 0) * 2 >= loginFailuresPerAddressMax
}

/** Whether this network has requested so many codes that a person must request the next: half of the limit. */
export async function asksForMany(
  { database, settings, now }: Pick<Accounts, 'database' | 'settings' | 'now'>,
  { ip }: Pick<SignInVisitor, 'ip'>,
): Promise<boolean> {
  const asked = await readCount(database, { kind: 'code:address', subject: networkOf(ip), at: now() })
  return (asked?.count ?? 0) * 2 >= settings.limits.codesPerAddressMax
}
