import type * as z from 'zod/mini'
import { COMMON_ERRORS, type EndpointShape, type Input, type Reply } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { RefusalReply, WholeNumber } from '#contract/values.ts'
import { language } from './locale.ts'
import { requestProof } from './proof.ts'
import { reportUnauthenticated, sessionEpoch } from './session-epoch.ts'

/**
 * A refusal by the server. `message` is its sentence in the language of the screen; `code` is an `ErrorCode`, or
 * one that a newer server has; `UNREACHABLE` where no answer came, so that the outcome is unknown.
 */
export class ApiRefusal extends Error {
  readonly code: string
  /** The request's field that was wrong, where one was. */
  readonly field: string | undefined
  /** What some refusals carry, such as the new price of PRICE_CHANGED. */
  readonly details: unknown
  /** The contract says that the call changed nothing. Where false, the outcome is unknown. */
  readonly nothingHappened: boolean
  /** The answer was not the product's own, such as a proxy's error page: its message is for no person. */
  readonly isUnreadable: boolean

  /** Of a "too many": how long to wait before asking again. */
  readonly retryAfterMs: number | undefined

  /** The seconds that the server says to wait, for the person who reads the refusal. */
  readonly waitSeconds: number | undefined

  constructor(refusal: {
    code: string
    message: string
    field?: string | undefined
    details?: unknown
    retryAfterMs?: number | undefined
    waitSeconds?: number | undefined
    nothingHappened?: boolean
    isUnreadable?: boolean
  }) {
    super(refusal.message)
    this.name = 'ApiRefusal'
    this.code = refusal.code
    this.field = refusal.field
    this.details = refusal.details
    this.retryAfterMs = refusal.retryAfterMs
    this.waitSeconds = refusal.waitSeconds
    this.nothingHappened = refusal.nothingHappened ?? false
    this.isUnreadable = refusal.isUnreadable ?? false
  }
}

export const isRefusal = (error: unknown, code: ErrorCode | 'UNREACHABLE'): error is ApiRefusal =>
  error instanceof ApiRefusal && error.code === code

interface Parts {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: Record<string, unknown>
  files?: Record<string, Blob | undefined>
  idempotencyKey?: string
}

/**
 * Calls one endpoint of the contract and reads its answer through the contract's schema.
 * Never retries: a repeat of a money command is the person's decision and carries the same idempotency key. The one exception is a call that needs a
 * fresh proof of the second step: nothing was done for it, so it is made again as it was, with its key, once the user has proven. Throws `ApiRefusal`.
 */
export async function callApi<const Shape extends EndpointShape>(
  endpoint: Shape,
  input: Input<Shape> & Parts,
  options: { signal?: AbortSignal } = {},
): Promise<Reply<Shape>> {
  try {
    return await callOnce(endpoint, input, options)
  } catch (error) {
    if (!isRefusal(error, 'PROOF_REQUIRED')) throw error
    const of = endpoint.access === 'operator' ? 'operator' : 'user'
    if (!(await requestProof({ of, purpose: endpoint.proof }))) throw error
    return callOnce(endpoint, input, options)
  }
}

async function callOnce<const Shape extends EndpointShape>(
  endpoint: Shape,
  input: Input<Shape> & Parts,
  { signal }: { signal?: AbortSignal },
): Promise<Reply<Shape>> {
  const since = sessionEpoch()
  const { response, answer } = await send(endpoint, input, signal)
  if (response.ok) return read<Shape['response']>(endpoint.response, answer)
  const refusal = refusalOf(endpoint, { response, answer })
  if (refusal.code === 'UNAUTHENTICATED') reportUnauthenticated({ access: endpoint.access, since })
  throw refusal
}

/** What is no JSON, and is shown or saved as it came. */
const BLOBS = ['jpeg', 'file', 'csv'] as const

/** A read that stalls ends after so long, so that the next one is made and nobody takes old figures for present ones. */
const READ_MS_MAX = 10_000

/** What is sent has no limit: its outcome is asked for by other means. Files take as long as they take. */
function limited({ method, format }: EndpointShape, signal: AbortSignal | undefined): AbortSignal | null {
  if (method !== 'GET' || format !== undefined) return signal ?? null
  const limit = AbortSignal.timeout(READ_MS_MAX)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

/** The whole answer, or UNREACHABLE: one that breaks off says no more than none. */
async function send(endpoint: EndpointShape, input: Parts, signal: AbortSignal | undefined) {
  try {
    const response = await fetch(urlOf(endpoint, input), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: headersOf(endpoint, input),
      body: bodyOf(endpoint, input),
      signal: limited(endpoint, signal),
    })
    const isBlob = BLOBS.some((format) => format === endpoint.format) && response.ok
    return { response, answer: isBlob ? await response.blob() : parseJson(await response.text()) }
  } catch (error) {
    throw new ApiRefusal({ code: 'UNREACHABLE', message: String(error) })
  }
}

/** `undefined` where the text is no JSON: a proxy's error page. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The envelope's schema is the contract's own, so what it reads is the endpoint's reply. */
function read<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> {
  return schema.parse(answer)
}

function urlOf(endpoint: EndpointShape, { params, query = {} }: Parts): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.append(name, value)
  return asked.size > 0 ? `/api${path}?${asked}` : `/api${path}`
}

function headersOf(endpoint: EndpointShape, { body, idempotencyKey }: Parts): Record<string, string> {
  return {
    'x-kimia-client': 'web',
    ...requestId(),
    language: language(),
    // The browser itself names the boundary of a form with files.
    ...(body && !endpoint.files ? { 'content-type': 'application/json' } : {}),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  }
}

function bodyOf(endpoint: EndpointShape, { body, files = {} }: Parts): string | FormData | null {
  if (!body) return null
  if (!endpoint.files) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, String(value))
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file)
  return form
}

/** An answer outside of this contract (a proxy's error page, a code of a newer server) leaves the outcome unknown. */
function refusalOf(endpoint: EndpointShape, { response, answer }: { response: Response; answer: unknown }): ApiRefusal {
  const retryAfterMs = retryAfterMsOf(response)
  const refusal = RefusalReply.safeParse(answer)
  if (!refusal.success)
    return new ApiRefusal({
      ...{ code: 'INTERNAL', message: `HTTP ${response.status}`, retryAfterMs },
      isUnreadable: true,
    })
  const { code, errors, message, field, baseDTO } = refusal.data
  const nothingHappened = [...endpoint.errors, ...COMMON_ERRORS].some((known) => known === code)
  return new ApiRefusal({
    ...{ code, message: errors[0] ?? message, field, details: baseDTO },
    ...{ retryAfterMs, waitSeconds: waitSecondsOf(response), nothingHappened },
  })
}

const TOO_MANY = 429
/** Where a "too many" does not say how long to wait. */
const RETRY_AFTER_MS = 5_000
/** The longest wait; a call after it may be refused again. */
const RETRY_AFTER_MS_MAX = 120_000

function waitSecondsOf({ headers }: Response): number | undefined {
  const seconds = WholeNumber.safeParse(headers.get('retry-after'))
  return seconds.success && seconds.data > 0 ? seconds.data : undefined
}

function retryAfterMsOf({ status, headers }: Response): number | undefined {
  if (status !== TOO_MANY) return undefined
  const seconds = WholeNumber.safeParse(headers.get('retry-after'))
  if (!seconds.success || seconds.data < 1) return RETRY_AFTER_MS
  return Math.min(seconds.data * 1_000, RETRY_AFTER_MS_MAX)
}

/** By which the server's log names this call. Browsers make a UUID on https and on this machine alone. */
const requestId = () => (globalThis.isSecureContext ? { 'x-request-id': crypto.randomUUID() } : undefined)
