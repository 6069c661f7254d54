import { hash, randomBytes } from 'node:crypto'
import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { FlowHolder, SignInFlow } from '../../store/accounts/sign-in-flows.ts'
import type { Visitor } from '../accounts.ts'
import { networkOf } from '../limits.ts'

/** The data of a sign-in call apart from its body. */
export interface SignInVisitor extends Visitor {
  readonly userAgent: string
  /** The call is by our own page, in a browser that holds its cookies. */
  readonly fromOurClient: boolean
  /** Tokens of sign-ins in progress: those of the browser's cookie, or the one that a program sends. */
  readonly flowTokens: readonly string[]
  /** Tokens of users who have signed in from this browser before. */
  readonly deviceTokens: readonly string[]
  /** The token of the browser's session. */
  readonly sessionToken: string | undefined
}

const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/
/** This many sign-ins in tabs, or users of a family, share one browser. */
const TOKENS_OF_BROWSER_MAX = 3

export const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url')

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The tokens in a cookie's value, newest first, without invalid ones. */
export const tokensOf = (cookie: string | undefined): string[] =>
  (cookie ?? '')
    .split('.')
    .filter((token) => TOKEN.test(token))
    .slice(0, TOKENS_OF_BROWSER_MAX)

/** The value of a cookie with one more token; the oldest one is dropped. */
export const cookieWith = (token: string, cookie: string | undefined): string =>
  [token, ...tokensOf(cookie).filter((other) => other !== token)].slice(0, TOKENS_OF_BROWSER_MAX).join('.')

/** The origin by which a program's flow is found again: its network and its name. Our own pages hold the token instead. */
export const originOf = ({ ip, userAgent, fromOurClient }: SignInVisitor): Uint8Array | undefined =>
  fromOurClient ? undefined : hash('sha256', `${networkOf(ip)}|${userAgent}`, 'buffer')

/**
 * The holder of the flows of a call: the tokens that it brings. A program without tokens, since it holds no cookies, means the flows that it
 * began from the same network.
 */
export function holderOf(visitor: SignInVisitor, contact: SignInContact): FlowHolder {
  const origin = originOf(visitor)
  if (visitor.flowTokens.length > 0 || origin === undefined || 'own' in contact)
    return { tokenHashes: visitor.flowTokens.map((token) => hashToken(token)) }
  return { origin, contact }
}

/** The claimed contact of a code, as typed: one of the two. */
export interface ContactClaim {
  readonly mobileNumber: string | undefined
  readonly email: string | undefined
}

/** A number, an address, or the flows of the caller's own tokens: a browser after a sign-on elsewhere knows neither. */
type SignInContact = { readonly mobile: MobileNumber } | { readonly email: string } | { readonly own: true }

/** `undefined` if it is neither. */
export function readContact(
  { mobileNumber, email }: ContactClaim,
  { flowTokens }: { readonly flowTokens: readonly string[] },
): SignInContact | undefined {
  if (mobileNumber === undefined && email === undefined) return flowTokens.length > 0 ? { own: true } : undefined
  if (email !== undefined) return { email: email.trim().toLowerCase() }
  const mobile = parseMobileNumber(mobileNumber ?? '')
  return mobile && { mobile }
}

/** Whether a flow is a sign-up or login of this contact. */
export const isSessionFlow =
  (contact: SignInContact) =>
  (flow: SignInFlow): boolean =>
    flow.goal.kind !== 'reset' && fitsContact(flow, contact)

function fitsContact(flow: SignInFlow, contact: SignInContact): boolean {
  if ('own' in contact) return true
  return 'mobile' in contact ? flow.mobile === contact.mobile : flow.twoStep === 'EMAIL' && flow.email === contact.email
}
