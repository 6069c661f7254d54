import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { EndpointShape } from '#contract/endpoint.ts'
import { Rejected } from '#contract/rejected.ts'
import type { Operator } from '../accounts/operators/operator-sessions.ts'
import type { Caller, SessionCaller } from '../accounts/sessions.ts'
import { type FindSigner, guardSigned, keyOf } from './signed-call.ts'

/** The header that only our own pages send: a form of another site cannot. */
const CLIENT_HEADER = 'x-kimia-client'

/** Finds the caller of a session by its token: at once where the session is cached, since every call asks. */
export type FindCaller = (token: string) => SessionCaller | undefined | Promise<SessionCaller | undefined>

export interface GuardSettings {
  readonly findCaller: FindCaller
  /** Finds the operator of an operator's session; absent where there are no operators. */
  readonly findOperator?: (token: string) => Promise<Operator | undefined>
  /** Absent where no key is known. */
  readonly findSigner?: FindSigner
  /** Origins that the product is served from, besides the one the request names as its host. */
  readonly publicOrigin: string | undefined
  /** By which a fresh proof is told from an old one. */
  readonly now: () => Date
}

/** Who calls; `undefined` for a visitor. */
export type Admission = Caller | Operator | undefined | Rejected

/**
 * The caller, or the refusal of the call. Programs sign by a key or send the token as a bearer, browsers send it as a cookie; a browser's
 * call that changes something needs our own header and an Origin of ours.
 */
export function guard(
  endpoint: EndpointShape,
  request: FastifyRequest,
  settings: GuardSettings,
): Admission | Promise<Admission> {
  const { findCaller, findSigner, publicOrigin, now } = settings
  const isOperators = endpoint.access === 'operator'
  if (keyOf(request) !== undefined && looksSessionUp(endpoint)) return guardSigned(endpoint, request, findSigner)
  const bearer = bearerOf(request)
  const cookieOf = isOperators ? operatorCookieOf : sessionCookieOf
  const cookie = bearer === undefined ? cookieOf(request.headers.cookie) : undefined
  if (
    bearer === undefined &&
    changesState(endpoint) &&
    !isOurPage(request, { hasCookie: cookie !== undefined, publicOrigin })
  )
    return new Rejected('ORIGIN_REFUSED')
  if (!looksSessionUp(endpoint)) return undefined
  const token = bearer ?? cookie
  if (isOperators) return admitOperator(token, request, settings)
  const caller = token === undefined ? undefined : findCaller(token)
  return caller instanceof Promise ? caller.then((found) => admit(endpoint, found, now)) : admit(endpoint, caller, now)
}

export const changesState = ({ method, changesState }: EndpointShape) => method !== 'GET' || changesState === true

/** A public endpoint looks no session up, unless its contract says that it knows its caller. */
export const looksSessionUp = ({ access, knowsCaller }: EndpointShape) => access !== 'public' || knowsCaller === true

/** How long a proof of the second step stands for what asks for a fresh one. */
const FRESH_MS = 10 * 60_000

function admit(
  { access }: EndpointShape,
  caller: SessionCaller | undefined,
  now: () => Date,
): SessionCaller | undefined | Rejected {
  if (access === 'public') return caller
  if (!caller) return new Rejected('UNAUTHENTICATED')
  if (access === 'authorized' && !caller.authorized) return new Rejected('ACCOUNT_NOT_AUTHORIZED')
  if (access === 'fresh' && now().getTime() - caller.provenAt.getTime() > FRESH_MS)
    return new Rejected('PROOF_REQUIRED')
  return caller
}

/** The session of a customer is known and opens nothing here. */
async function admitOperator(
  token: string | undefined,
  request: FastifyRequest,
  { findOperator, findCaller }: GuardSettings,
): Promise<Operator | Rejected> {
  const operator = token === undefined ? undefined : await findOperator?.(token)
  if (operator) return operator
  const customers = tokenOf(request)
  const customer = customers === undefined ? undefined : await findCaller(customers)
  return new Rejected(customer ? 'FORBIDDEN' : 'UNAUTHENTICATED')
}

const bearerOf = ({ headers }: FastifyRequest) =>
  headers.authorization === undefined ? undefined : /^Bearer ([A-Za-z0-9_-]{16,128})$/.exec(headers.authorization)?.[1]

/** The session's token: a program's bearer, or else the browser's cookie. */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  bearerOf(request) ?? sessionCookieOf(request.headers.cookie)

/** Browsers send an Origin with everything but a plain GET of the same site; a call without one comes from a program. */
function isOurPage(
  request: FastifyRequest,
  { hasCookie, publicOrigin }: { hasCookie: boolean; publicOrigin: string | undefined },
): boolean {
  const { origin } = request.headers
  if (hasCookie && request.headers[CLIENT_HEADER] === undefined) return false
  if (origin === undefined) return true
  return origin === publicOrigin || origin === ownOriginOf(request)
}

/** The origin that the client used, as it says. */
export const ownOriginOf = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`

const COOKIE = 'kimia_session'

/** The operator's cookie; with the prefix no other host of the site can set it. */
const OPERATOR_COOKIE = 'kimia_operator'
const SECURE_PREFIX = '__Host-'

export function operatorCookieOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const cookies = parseCookie(header)
  return cookies[`${SECURE_PREFIX}${OPERATOR_COOKIE}`] ?? cookies[OPERATOR_COOKIE]
}

/** The Set-Cookie that opens an operator's session, or ends it. It goes when the browser is closed. */
export function operatorCookie(token: string | 'end', { secure }: { secure: boolean }): string {
  const name = secure ? `${SECURE_PREFIX}${OPERATOR_COOKIE}` : OPERATOR_COOKIE
  const kept = token === 'end' ? { value: '', maxAge: 0, expires: new Date(0) } : { value: token }
  return stringifySetCookie({ name, ...kept, path: '/', httpOnly: true, sameSite: 'strict', secure })
}

/** How long a browser keeps the session's cookie; the store decides how long the session lives. */
const KEPT_SECONDS = 30 * 24 * 3_600

/** The session's value in a Cookie header, whether it is a token or not. */
export const sessionCookieOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : parseCookie(header)[COOKIE]

/** The Set-Cookie that opens a session with a token, or ends it: for no script, and for requests of our own pages alone. */
export function sessionCookie(token: string | 'end', { secure }: { secure: boolean }): string {
  const [value, life] = token === 'end' ? ['', { maxAge: 0, expires: new Date(0) }] : [token, { maxAge: KEPT_SECONDS }]
  return stringifySetCookie({ name: COOKIE, value, ...life, path: '/', httpOnly: true, sameSite: 'strict', secure })
}

/** What a handler does with the browser's session: opens it with a token, ends it, or leaves it as it is. */
export class NewSession {
  token: string | 'end' | undefined

  open(token: string): void {
    this.token = token
  }

  end(): void {
    this.token = 'end'
  }
}
