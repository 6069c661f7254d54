import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EndpointShape } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { Rejected } from '#contract/rejected.ts'
import type { SecurityEvent, SecurityLog } from '../accounts/security-log.ts'
import { Cookies } from './cookies.ts'
import {
  type Admission,
  changesState,
  type GuardSettings,
  guard,
  isOurClient,
  ownOriginOf,
  RefusedOperator,
} from './guard.ts'
import type { LiveStreams } from './live-streams.ts'
import { type CallReader, languageOf } from './read-call.ts'
import { sendChartRefusal, sendRefusal } from './refusal.ts'
import { Download, EventStream, type Route, SeeOther } from './route.ts'
import { Snapshot, sendSnapshot } from './snapshot.ts'

export interface AnswerSettings extends GuardSettings {
  /**
   * The refusal for an error of a part that is temporarily unavailable: UNAVAILABLE if the call certainly changed nothing, OUTCOME_UNKNOWN
   * if it may have taken effect. `undefined` for a fault of ours.
   */
  readonly codeOfFailure: (error: unknown) => 'UNAVAILABLE' | 'OUTCOME_UNKNOWN' | undefined
  /** Checks every reply against the contract before it is sent: for tests and development. */
  readonly checkReplies: boolean
  /** Called when a call has arrived whole, before its work; absent: nobody counts from then. */
  readonly beginWork?: () => void
}

/** A route with the function that reads its requests. */
export interface Answered extends Route {
  readonly read: CallReader
}

interface Answering {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly settings: AnswerSettings
  readonly streams: LiveStreams
  readonly securityLog: SecurityLog
}

/** The path of every call: guard, read, handle, send. It waits only for promises. */
export async function answer({ endpoint, handle, read }: Answered, answering: Answering): Promise<void> {
  const { request, settings } = answering
  const guarded = guard(endpoint, request, settings)
  const caller =
    guarded instanceof Promise ? await guarded.catch((error) => explainUnknownCaller(error, settings)) : guarded
  if (caller instanceof Rejected) return refuse(endpoint, caller, answering)
  const reading = read(request, caller)
  const parts = reading instanceof Promise ? await reading : reading
  if (parts instanceof Rejected) return refuse(endpoint, parts, answering)
  if (parts.idempotencyKey !== undefined) answering.reply.header('idempotency-key', parts.idempotencyKey)
  const cookies = new Cookies(request.headers.cookie, { secure: settings.secureCookies })
  const call = {
    ...parts,
    caller,
    language: languageOf(request),
    ip: request.ip,
    origin: ownOriginOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    lastEventId: lastEventIdOf(request),
    fromOurClient: isOurClient(request),
    cookies,
    session: sessionIn(cookies, 'session'),
    operatorSession: sessionIn(cookies, 'operator'),
  }
  settings.beginWork?.()
  let result: unknown
  try {
    const handling = handle(call as never)
    result = handling instanceof Promise ? await handling : handling
  } catch (error) {
    const code = settings.codeOfFailure(error)
    if (code === undefined) throw error
    // A call that only reads cannot have changed anything.
    result = new Rejected(changesState(endpoint) ? code : 'UNAVAILABLE')
  }
  return send(result, { endpoint, caller, cookies }, answering)
}

const sessionIn = (cookies: Cookies, kind: 'session' | 'operator') => ({
  open: (token: string) => cookies.keep(kind, token),
  end: () => cookies.drop(kind),
})

/** The caller could not be looked up, so nothing was done for the call. */
function explainUnknownCaller(error: unknown, { codeOfFailure }: AnswerSettings): Rejected {
  if (codeOfFailure(error) === undefined) throw error
  return new Rejected('UNAVAILABLE')
}

interface Handled {
  readonly endpoint: EndpointShape
  readonly caller: Exclude<Admission, Rejected>
  readonly cookies: Cookies
}

/** Sends the result of a handler. */
function send(result: unknown, { endpoint, caller, cookies }: Handled, answering: Answering): void | Promise<void> {
  const { request, reply, settings, streams } = answering
  if (result instanceof Rejected) return refuse(endpoint, result, answering, caller)
  if (result instanceof Snapshot) return sendSnapshot(result, { request, reply })
  // A logout clears only this cache: the worker's shell and the settings of the device stay.
  if (cookies.endsSession) reply.header('clear-site-data', '"cache"')
  const changed = cookies.lines()
  if (changed.length > 0) reply.header('set-cookie', changed)
  if (result instanceof SeeOther) {
    reply.header('cache-control', 'no-store').redirect(result.location, 303)
    return
  }
  if (result instanceof Download) return sendFile(result, reply)
  if (result instanceof EventStream) {
    const refused = streams.open(result, { request, reply, caller: customerOf(caller) })
    if (refused) sendRefusal(reply, refused, languageOf(request))
    return
  }
  const customer = customerOf(caller)
  if (cookies.endsSession && customer?.kind === 'session') streams.endSession(customer.sessionId)
  if (settings.checkReplies) endpoint.response.parse(result)
  reply.header('cache-control', cacheControl(endpoint)).send(result)
}

/** Streams have no operators. */
const operatorIdOf = (caller: Handled['caller']) => (caller && 'operatorId' in caller ? caller.operatorId : undefined)

const customerOf = (caller: Handled['caller']) => (caller && 'userId' in caller ? caller : undefined)

/** The file is saved and never shown: opened directly, it must not run anything. */
function sendFile({ bytes, fileName, mimeType }: Download, reply: FastifyReply): void {
  reply
    .type(mimeType)
    .headers({
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(bytes)
}

function refuse(
  { base, method, path }: EndpointShape,
  refusal: Rejected,
  { request, reply, securityLog }: Answering,
  caller?: Handled['caller'],
): void {
  const { code } = refusal
  const event = EVENT_OF_REFUSAL[code]
  const userId = customerOf(caller)?.userId
  const operatorId = refusal instanceof RefusedOperator ? refusal.operatorId : operatorIdOf(caller)
  if (event) securityLog({ event, code, where: `${method} ${path}`, userId, operatorId, ip: request.ip })
  if (base === '/udf') sendChartRefusal(reply, refusal)
  else sendRefusal(reply, refusal, languageOf(request))
}

function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id']
  return typeof id === 'string' ? id.slice(0, 1_000) : undefined
}

/** An answer that the contract lets a device keep may be cached and is revalidated; any other is stored nowhere. */
const cacheControl = ({ offline }: EndpointShape) => (offline === 'keep' ? 'no-cache' : 'no-store')

/** The refusals that count as security events. All others are the ordinary business of a form. */
const EVENT_OF_REFUSAL: Readonly<Partial<Record<ErrorCode, SecurityEvent>>> = {
  INCORRECT_CREDENTIALS: 'SIGN_IN_REFUSED',
  OPERATOR_LOGIN_REFUSED: 'SIGN_IN_REFUSED',
  PASSKEY_REFUSED: 'SIGN_IN_REFUSED',
  LOGIN_NOT_ALLOWED: 'FROZEN_ACCOUNT_REFUSED',
  INCORRECT_OTP: 'CODE_REFUSED',
  OLD_PASSWORD_INCORRECT: 'PROOF_REFUSED',
  FREEZE_LINK_INVALID: 'PROOF_REFUSED',
  API_KEY_REFUSED: 'API_KEY_REFUSED',
  API_KEY_NOT_ALLOWED: 'API_KEY_REFUSED',
  API_KEY_RIGHT_MISSING: 'API_KEY_REFUSED',
  FORBIDDEN: 'ACCESS_REFUSED',
  OPERATOR_RIGHT_MISSING: 'ACCESS_REFUSED',
  FOUR_EYES_REQUIRED: 'ACCESS_REFUSED',
  MOBILE_NATIONAL_CODE_MISMATCH: 'IDENTITY_REFUSED',
  NATIONAL_CODE_NOT_VALID: 'IDENTITY_REFUSED',
  NATIONAL_CODE_TAKEN: 'IDENTITY_REFUSED',
  BIRTH_DATE_MISMATCH: 'IDENTITY_REFUSED',
  NAME_MISMATCH: 'IDENTITY_REFUSED',
  BANK_ACCOUNT_MISMATCH: 'IDENTITY_REFUSED',
  BANK_ACCOUNT_TAKEN: 'IDENTITY_REFUSED',
  ORIGIN_REFUSED: 'ORIGIN_REFUSED',
  TOO_MANY_TRIES: 'LIMIT_REACHED',
  TOO_MANY_REQUESTS: 'LIMIT_REACHED',
}
