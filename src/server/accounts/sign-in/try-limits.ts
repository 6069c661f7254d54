import type { Rejected } from '#contract/rejected.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import { findKnownDevice } from '../../store/accounts/known-devices.ts'
import { readLatestAddresses } from '../../store/accounts/login-history.ts'
import { type CounterKey, countDown, forgetCount, readCount } from '../../store/accounts/rate-counters.ts'
import type { Queryable } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { countRefusal } from '../count-refusal.ts'
import { countAgainst, DAY_MS, networkOf, siteOf, TIMES_OF_PROVEN } from '../limits.ts'
import { hashToken, type SignInVisitor } from './tokens.ts'

/** A try at a password that was counted before it was made. */
export interface CountedTry {
  /** The browser is one from which this user has signed in. */
  readonly known: boolean
  /** The password was right: its count is taken back. */
  forgive(database: Queryable): Promise<void>
}

/**
 * Counts a try at a password before it is made, so that many at once cannot pass. A browser from which the user has signed in has an allowance of
 * its own, and whatever strangers do leaves it alone. Of all others, those who have passed a captcha share what their network may try at the number, and
 * those who have not what anybody may: no stranger elsewhere bars a person. Refuses TOO_MANY_REQUESTS.
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

/** The browser that asks, where this user has signed in from it before. */
export async function deviceOfVisitor(
  database: Queryable,
  { mobile, visitor }: { readonly mobile: MobileNumber; readonly visitor: Pick<SignInVisitor, 'deviceTokens'> },
): Promise<string | undefined> {
  const tokenHashes = visitor.deviceTokens.map((token) => hashToken(token))
  const device = tokenHashes.length === 0 ? undefined : await findKnownDevice(database, { mobile, tokenHashes })
  return device && Buffer.from(device).toString('base64url')
}

/** How long a network is known from which a user has signed in. */
const KNOWN_NETWORK_MS = 30 * DAY_MS

/** The visitor's network, where this user has signed in from it lately: strangers elsewhere use up nothing of what it may ask for. */
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
 * Counts a code that is typed with nothing of the caller's under way, before it is compared: for a browser from which the number's user has signed in by itself, for all others by network.
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
 * Counts a step by authenticator, which costs no message, behind a right password. Each has five tries, and three codes of a million are right:
 * by the day somebody who knows the password gets no further than one chance in two thousand. A known browser has an allowance of its own.
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

/** Whether so much has gone wrong at this number, or from this network, that the next try must come from a person: half of what is allowed. Never of a known device. */
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

/** Whether so many codes were asked for from this network that the next must be asked for by a person: half of what is allowed. */
export async function asksForMany(
  { database, settings, now }: Pick<Accounts, 'database' | 'settings' | 'now'>,
  { ip }: Pick<SignInVisitor, 'ip'>,
): Promise<boolean> {
  const asked = await readCount(database, { kind: 'code:address', subject: networkOf(ip), at: now() })
  return (asked?.count ?? 0) * 2 >= settings.limits.codesPerAddressMax
}
