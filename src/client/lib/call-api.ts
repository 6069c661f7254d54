import { FetchError, ofetch } from 'ofetch'
import type * as z from 'zod/mini'
import { COMMON_ERRORS, type EndpointShape, type Input, type Reply } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { RefusalReply, WholeNumber } from '#contract/values.ts'
import { STORED_AT_HEADER } from '#contract/worker.ts'
import { language } from './locale.ts'
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

  /** Of a "too many": how long to wait before asking again. */
  readonly retryAfterMs: number | undefined

  constructor(refusal: {
    code: string
    message: string
    field?: string | undefined
    details?: unknown
    retryAfterMs?: number | undefined
    nothingHappened?: boolean
  }) {
    super(refusal.message)
    this.name = 'ApiRefusal'
    this.code = refusal.code
    this.field = refusal.field
    this.details = refusal.details
    this.retryAfterMs = refusal.retryAfterMs
    this.nothingHappened = refusal.nothingHappened ?? false
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
 * Never retries: a repeat of a money command is the person's decision and carries the same idempotency key.
 * Throws `ApiRefusal`.
 */
export async function callApi<const Shape extends EndpointShape>(
  endpoint: Shape,
  input: Input<Shape> & Parts,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Reply<Shape>> {
  const since = sessionEpoch()
  try {
    const answer = await ofetch.raw<unknown>(pathOf(endpoint, input), {
      baseURL: '/api',
      method: endpoint.method,
      retry: false,
      credentials: 'same-origin',
      headers: headersOf(input),
      ...(input.query ? { query: input.query } : {}),
      ...(input.body ? { body: bodyOf(endpoint, input) } : {}),
      ...(signal ? { signal } : {}),
    })
    return dated(read<Shape['response']>(endpoint.response, answer._data), answer.headers.get(STORED_AT_HEADER))
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const refusal = refusalOf(endpoint, error)
    if (refusal.code === 'UNAUTHENTICATED') reportUnauthenticated({ access: endpoint.access, since })
    throw refusal
  }
}

/** The envelope's schema is the contract's own, so what it reads is the endpoint's reply. */
function read<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> {
  return schema.parse(answer)
}

/** An answer that the worker had kept carries `storedAt`, when it was given (ISO 8601); the query client reads it. */
function dated<Answer>(reply: Answer, storedAt: string | null): Answer {
  return storedAt !== null && typeof reply === 'object' && reply !== null ? { ...reply, storedAt } : reply
}

function pathOf(endpoint: EndpointShape, { params }: Parts) {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
}

function headersOf({ idempotencyKey }: Parts): Record<string, string> {
  return {
    'x-kimia-client': 'web',
    language: language(),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  }
}

function bodyOf(endpoint: EndpointShape, { body = {}, files = {} }: Parts) {
  if (!endpoint.files) return body
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, String(value))
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file)
  return form
}

/** An answer outside of this contract (a proxy's error page, a code of a newer server) leaves the outcome unknown. */
function refusalOf(endpoint: EndpointShape, error: FetchError<unknown>): ApiRefusal {
  const retryAfterMs = retryAfterMsOf(error)
  const refusal = RefusalReply.safeParse(error.data)
  if (!refusal.success)
    return new ApiRefusal({ code: error.status ? 'INTERNAL' : 'UNREACHABLE', message: error.message, retryAfterMs })
  const { code, errors, message, field, baseDTO } = refusal.data
  const nothingHappened = [...endpoint.errors, ...COMMON_ERRORS].some((known) => known === code)
  return new ApiRefusal({
    ...{ code, message: errors[0] ?? message, field, details: baseDTO },
    ...{ retryAfterMs, nothingHappened },
  })
}

const TOO_MANY = 429
/** Where a "too many" does not say how long to wait. */
const RETRY_AFTER_MS = 5_000
/** The longest wait; a call after it may be refused again. */
const RETRY_AFTER_MS_MAX = 120_000

function retryAfterMsOf({ status, response }: FetchError<unknown>): number | undefined {
  if (status !== TOO_MANY) return undefined
  const seconds = WholeNumber.safeParse(response?.headers.get('retry-after'))
  if (!seconds.success || seconds.data < 1) return RETRY_AFTER_MS
  return Math.min(seconds.data * 1_000, RETRY_AFTER_MS_MAX)
}
