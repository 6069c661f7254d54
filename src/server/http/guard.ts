import { createHash, type Hash } from 'node:crypto'
import { Transform } from 'node:stream'
import type { FastifyRequest, preParsingHookHandler } from 'fastify'
import type { EndpointShape } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { Rejected } from '#contract/rejected.ts'
import { hasRight } from '#domain/operator-rights.ts'
import { type ProofPurpose, waitsOnNewDevice } from '#domain/proof-purpose.ts'
import type { SignedCall } from '../accounts/api-keys/signature.ts'
import { isFresh, isProvenFor } from '../accounts/fresh-proof.ts'
import type { Operator } from '../accounts/operators/operator-sessions.ts'
import type { Caller, KeyCaller, SessionCaller, SessionUse } from '../accounts/sessions.ts'
import { readCookie } from './cookies.ts'

/** A header that only our own pages send: a form of another site cannot. */
const CLIENT_HEADER = 'x-kimia-client'

/** Finds the caller of a session by its token, synchronously if the session is cached, since every call asks. */
export type FindCaller = (
  token: string,
  use?: SessionUse,
) => SessionCaller | undefined | Promise<SessionCaller | undefined>

export interface GuardSettings {
  readonly findCaller: FindCaller
  /** Finds the operator of an operator's session; absent if there are no operators. */
  readonly findOperator?: (token: string, use: SessionUse) => Promise<Operator | undefined>
  /** Absent if there are no keys. */
  readonly findSigner?: FindSigner
  /** The origin that the product is served from, next to the one that the request names as its host. */
  readonly publicOrigin: string | undefined
  /** True if browsers reach us over TLS. */
  readonly secureCookies: boolean
  /** Decides whether a proof is recent enough. */
  readonly now: () => Date
}

/** The refusal of a known operator, so that the log names who tried. */
export class RefusedOperator extends Rejected {
  readonly operatorId: number

  constructor(code: ErrorCode, operatorId: number) {
    super(code)
    this.operatorId = operatorId
  }
}

/** The caller; `undefined` for a visitor. */
export type Admission = Caller | Operator | undefined | Rejected

/**
 * Returns the caller, or the refusal of the call. Programs sign with a key or send the token as a bearer, browsers send it as a cookie. A
 * browser's call that changes something needs our own header and an Origin of ours.
 */
export function guard(
  endpoint: EndpointShape,
  request: FastifyRequest,
  settings: GuardSettings,
): Admission | Promise<Admission> {
  const { findCaller, findSigner, publicOrigin, now, secureCookies } = settings
  const isOperators = endpoint.access === 'operator'
  if (keyOf(request) !== undefined && looksSessionUp(endpoint)) return guardSigned(endpoint, request, findSigner)
  const bearer = bearerOf(request)
  const kind = isOperators ? 'operator' : 'session'
  const cookie = bearer === undefined ? readCookie(request.headers.cookie, kind, { secure: secureCookies }) : undefined
  if (
    bearer === undefined &&
    changesState(endpoint) &&
    !isOurPage(request, { hasCookie: cookie !== undefined, publicOrigin })
  )
    return new Rejected('ORIGIN_REFUSED')
  if (!looksSessionUp(endpoint)) return undefined
  const token = bearer ?? cookie
  if (isOperators) return admitOperator(endpoint, { token, request }, settings)
  const caller = token === undefined ? undefined : findCaller(token, endpoint.polled ? 'poll' : 'person')
  return caller instanceof Promise ? caller.then((found) => admit(endpoint, found, now)) : admit(endpoint, caller, now)
}

export const changesState = ({ method, changesState }: EndpointShape) => method !== 'GET' || changesState === true

/** A public endpoint does not look up the session, unless its contract says that it knows its caller. */
export const looksSessionUp = ({ access, knowsCaller }: EndpointShape) => access !== 'public' || knowsCaller === true

function admit(
  { access, proof }: EndpointShape,
  caller: SessionCaller | undefined,
  now: () => Date,
): SessionCaller | undefined | Rejected {
  if (access === 'public') return caller
  if (!caller) return new Rejected('UNAUTHENTICATED')
  if (access === 'authorized' && !caller.authorized) return new Rejected('ACCOUNT_NOT_AUTHORIZED')
  if (access === 'fresh' && !isFresh(caller.provenAt, now())) return new Rejected('PROOF_REQUIRED')
  if (access === 'proven') return admitProven(caller, proof, now())
  return caller
}

/** On a new device a proof is asked for only if the user has one that lifts the wait; otherwise a code would be sent for nothing. */
function admitProven(caller: SessionCaller, purpose: ProofPurpose | undefined, at: Date): SessionCaller | Rejected {
  const isProven = isProvenFor(caller, purpose, at)
  const waits = purpose !== undefined && waitsOnNewDevice(purpose) && at < caller.trustedFrom
  if (waits && (isProven || !caller.hasEarlierKey))
    return new Rejected('DEVICE_TOO_NEW', { details: { until: caller.trustedFrom.toISOString() } })
  return isProven ? caller : new Rejected('PROOF_REQUIRED', { details: { purpose } })
}

/** One of the operator's roles must have the endpoint's right. The session of a customer opens nothing here. */
async function admitOperator(
  { right, polled, freshCode }: EndpointShape,
  { token, request }: { token: string | undefined; request: FastifyRequest },
  { findOperator, findCaller, secureCookies, now }: GuardSettings,
): Promise<Operator | Rejected> {
  const operator = token === undefined ? undefined : await findOperator?.(token, polled ? 'poll' : 'person')
  if (operator) {
    const { operatorId } = operator
    if (!right || !hasRight(operator.roles, right)) return new RefusedOperator('OPERATOR_RIGHT_MISSING', operatorId)
    return freshCode && !isFresh(operator.provenAt, now())
      ? new RefusedOperator('PROOF_REQUIRED', operatorId)
      : operator
  }
  const customers = tokenOf(request, { secure: secureCookies })
  const customer = customers === undefined ? undefined : await findCaller(customers)
  return new Rejected(customer ? 'FORBIDDEN' : 'UNAUTHENTICATED')
}

const bearerOf = ({ headers }: FastifyRequest) =>
  headers.authorization === undefined ? undefined : /^Bearer ([A-Za-z0-9_-]{16,128})$/.exec(headers.authorization)?.[1]

/** The session's token: a program's bearer, else the browser's cookie. */
export const tokenOf = (request: FastifyRequest, { secure }: { secure: boolean }): string | undefined =>
  bearerOf(request) ?? readCookie(request.headers.cookie, 'session', { secure })

/** Whether a call comes from our own pages: their session is in a cookie, so no answer needs to contain a token. */
export const isOurClient = ({ headers }: FastifyRequest): boolean => headers[CLIENT_HEADER] !== undefined

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

/** The origin that the client claims to have used. */
export const ownOriginOf = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`

/** The headers of a call that a program signs. Browsers of other sites cannot send them. */
export const SIGNING_HEADERS = {
  key: 'kimia-key',
  time: 'kimia-time',
  nonce: 'kimia-nonce',
  signature: 'kimia-signature',
} as const

/** Finds the caller of a signed call, or refuses it. */
export type FindSigner = (call: SignedCall, endpoint: EndpointShape) => Promise<KeyCaller | Rejected>

const KEY = /^kmk_[A-Za-z0-9_-]{16,64}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const NONCE = /^[A-Za-z0-9_-]{16,64}$/
const SIGNATURE = /^[0-9a-f]{64}$/i

/** The key that a call names, valid or not. */
export function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers[SIGNING_HEADERS.key]
  return typeof key === 'string' ? key : undefined
}

/** The caller of a call that names a key. The contract says which endpoints accept keys, and which right they need. */
async function guardSigned(
  endpoint: EndpointShape,
  request: FastifyRequest,
  findSigner: FindSigner | undefined,
): Promise<KeyCaller | Rejected> {
  const { keys, access } = endpoint
  if (keys === undefined || access === 'fresh' || access === 'proven') return new Rejected('API_KEY_NOT_ALLOWED')
  const call = readSignedCall(request)
  if (!call || !findSigner) return new Rejected('API_KEY_REFUSED')
  const caller = await findSigner(call, endpoint)
  if (caller instanceof Rejected) return caller
  if (!caller.rights.includes(keys)) return new Rejected('API_KEY_RIGHT_MISSING')
  return access === 'authorized' && !caller.authorized ? new Rejected('ACCOUNT_NOT_AUTHORIZED') : caller
}

function readSignedCall(request: FastifyRequest): SignedCall | undefined {
  const key = headerOf(request, 'key', KEY)
  const time = headerOf(request, 'time', TIME)
  const nonce = headerOf(request, 'nonce', NONCE)
  const signature = headerOf(request, 'signature', SIGNATURE)
  if (key === undefined || time === undefined || nonce === undefined || signature === undefined) return undefined
  return {
    key,
    time,
    nonce,
    signature,
    method: request.method,
    path: request.originalUrl,
    bodyHash: (bodyHashes.get(request)?.copy() ?? createHash('sha256')).digest('hex'),
    ip: request.ip,
  }
}

function headerOf({ headers }: FastifyRequest, name: keyof typeof SIGNING_HEADERS, form: RegExp): string | undefined {
  const value = headers[SIGNING_HEADERS[name]]
  return typeof value === 'string' && form.test(value) ? value : undefined
}

/** The hashes of bodies while their calls are in progress. */
const bodyHashes = new WeakMap<FastifyRequest, Hash>()

/** Hashes the body of a call that names a key as it arrives; any other call proceeds directly. */
export const hashSignedBody: preParsingHookHandler = (request, _reply, payload, done) => {
  if (keyOf(request) === undefined) {
    done(null, payload)
    return
  }
  const bodyHash = createHash('sha256')
  bodyHashes.set(request, bodyHash)
  const hashed = Object.assign(
    new Transform({
      transform(chunk: Buffer, _encoding, passOn) {
        bodyHash.update(chunk)
        hashed.receivedEncodedLength += chunk.length
        passOn(null, chunk)
      },
    }),
    // The count by which Fastify checks the promised length.
    { receivedEncodedLength: 0 },
  )
  payload.on('error', (error) => hashed.destroy(error))
  done(null, payload.pipe(hashed))
}
