import { hash, randomBytes } from 'node:crypto'
import type { FlowHolder } from '../../store/accounts/sign-in-flows.ts'
import type { Visitor } from '../accounts.ts'
import { networkOf } from '../limits.ts'
import type { SignInContact } from './contact.ts'

/** What a call to sign in brings beside its body. */
export interface SignInVisitor extends Visitor {
  readonly userAgent: string
  /** Our own page asks: a browser that keeps its cookies. */
  readonly fromOurClient: boolean
  /** Of sign-ins under way: those of the browser's cookie, or the one that a program says. */
  readonly flowTokens: readonly string[]
  /** Of users who have signed in from this browser before. */
  readonly deviceTokens: readonly string[]
  /** Of the session that the browser has. */
  readonly sessionToken: string | undefined
}

const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/
/** Sign-ins in as many tabs, or users of as many families, share one browser. */
const TOKENS_OF_BROWSER_MAX = 3

export const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url')

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The tokens in a cookie's value, the newest first; whatever is none is left out. */
export const tokensOf = (cookie: string | undefined): string[] =>
  (cookie ?? '')
    .split('.')
    .filter((token) => TOKEN.test(token))
    .slice(0, TOKENS_OF_BROWSER_MAX)

/** The value of a cookie with one token more; the oldest gives way. */
export const cookieWith = (token: string, cookie: string | undefined): string =>
  [token, ...tokensOf(cookie).filter((other) => other !== token)].slice(0, TOKENS_OF_BROWSER_MAX).join('.')

/** A program by which a flow may be found again: its network and what it calls itself. Our own pages keep the token instead. */
export const originOf = ({ ip, userAgent, fromOurClient }: SignInVisitor): Uint8Array | undefined =>
  fromOurClient ? undefined : hash('sha256', `${networkOf(ip)}|${userAgent}`, 'buffer')

/**
 * Whose flows a call is about: those of the tokens that it brings. A program that brings none, since it keeps no cookies, means those that it
 * began from the same network.
 */
export function holderOf(visitor: SignInVisitor, contact: SignInContact): FlowHolder {
  const origin = originOf(visitor)
  if (visitor.flowTokens.length > 0 || origin === undefined || 'own' in contact)
    return { tokenHashes: visitor.flowTokens.map((token) => hashToken(token)) }
  return { origin, contact }
}
