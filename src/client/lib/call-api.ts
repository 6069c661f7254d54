import { ofetch, type ResponseType } from 'ofetch'
import type * as z from 'zod/mini'
import { COMMON_ERRORS, type EndpointShape, type Input, type Reply } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { RefusalReply, WholeNumber } from '#contract/values.ts'
import { language } from './locale.ts'
import { requestProof } from './proof.ts'
import { reportUnauthenticated, sessionEpoch } from './session-mark.ts'

/**
 * A refusal by the server. `message` is its sentence in the language of the screen; `code` is an `ErrorCode`, or a code that only a newer server has;
 * `UNREACHABLE` without an answer, so that the outcome is unknown.
 */
export class ApiRefusal extends Error {
  readonly code: string
  /** The request's field that was wrong, if the refusal names one. */
  readonly field: string | undefined
  /** Extra data of some refusals, such as the new price of PRICE_CHANGED. */
  readonly details: unknown
  /** The contract says that the call changed nothing. If false, the outcome is unknown. */
  readonly nothingHappened: boolean
  /** The answer was not the product's own, such as a proxy's error page: its message must not be shown. */
  readonly isUnreadable: boolean

  /** After "too many requests": how long to wait before the next try. */
  readonly retryAfterMs: number | undefined

  /** The number of seconds to wait as the server stated it, to be shown with the refusal. */
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
 * Calls one endpoint of the contract and reads its answer through the contract's schema. Never retries: a repeat of a money command is the user's
 * decision and carries the same idempotency key. The one exception is a call refused for lack of a recent proof of the second step: it changed
 * nothing, so it is repeated unchanged, with its key, once the user has given the proof. Throws `ApiRefusal`.
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

/** Formats other than JSON, which are shown or saved as they are. */
const BLOBS = ['jpeg', 'file', 'csv'] as const

/** A stalled read is aborted after this time, so that the next one can start and old figures are not taken for current ones. */
const READ_MS_MAX = 10_000

/**
 * Commands have no time limit: their outcome is inquired separately. Files take as long as they take. The limit of ofetch itself ends with the
 * answer's headers, and does not apply beside a signal.
 */
function limited({ method, format }: EndpointShape, signal: AbortSignal | undefined): AbortSignal | null {
  if (method !== 'GET' || format !== undefined) return signal ?? null
  const limit = AbortSignal.timeout(READ_MS_MAX)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

/**
 * The complete answer, or UNREACHABLE: a broken answer is worth no more than none. Queries are retried by React Query alone, whose failures tell
 * whether the connection is lost; commands are never retried.
 */
async function send(endpoint: EndpointShape, input: Parts, signal: AbortSignal | undefined) {
  const isBlob = BLOBS.some((format) => format === endpoint.format)
  try {
    const response = await ofetch.raw<unknown, ResponseType>(pathOf(endpoint, input), {
      ...{ method: endpoint.method, query: input.query ?? {}, body: bodyOf(endpoint, input) },
      ...{ headers: headersOf(input), signal: limited(endpoint, signal) },
      ...{ retry: false, ignoreResponseError: true, responseType: isBlob ? 'blob' : 'text' },
    })
    const { _data: answer } = response
    if (isBlob && response.ok) return { response, answer }
    return { response, answer: parseJson(answer instanceof Blob ? await answer.text() : answer) }
  } catch (error) {
    throw new ApiRefusal({ code: 'UNREACHABLE', message: String(error) })
  }
}

/** `undefined` if the text is not JSON, such as a proxy's error page. */
function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

/** The envelope's schema is the contract's own, so what it reads is the endpoint's reply. */
function read<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> {
  return schema.parse(answer)
}

function pathOf({ path }: EndpointShape, { params }: Parts): string {
  return `/api${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))}`
}

function headersOf({ idempotencyKey }: Parts): Record<string, string> {
  return {
    'x-kimia-client': 'web',
    ...requestId(),
    language: language(),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  }
}

function bodyOf(endpoint: EndpointShape, { body, files = {} }: Parts): Record<string, unknown> | FormData | null {
  if (!body || !endpoint.files) return body ?? null
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, String(value))
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file)
  return form
}

/** An answer outside this contract (a proxy's error page, an error code of a newer server) leaves the outcome unknown. */
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
/** The wait if a "too many requests" names none. */
const RETRY_AFTER_MS = 5_000
/** The longest wait; the retry after it may be refused again. */
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

/** Names this call in the server's log. Browsers create UUIDs only on https and localhost. */
const requestId = () => (globalThis.isSecureContext ? { 'x-request-id': crypto.randomUUID() } : undefined)
