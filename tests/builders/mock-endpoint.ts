import { HttpResponse, http, type RequestHandler } from 'msw'
import type * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import { type ErrorCode, REFUSALS } from '#contract/errors.ts'

const METHODS = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }

/** A client's request to a mocked endpoint. */
export interface Sent {
  readonly query: Record<string, string>
  readonly params: Record<string, unknown>
  /** The JSON body, or the parts of a form; `undefined` for a request without one. */
  readonly body: unknown
  readonly idempotencyKey: string | null
}

class Refused {
  readonly code: ErrorCode
  readonly details: object | undefined
  readonly field: string | undefined
  constructor(code: ErrorCode, details: object | undefined, field: string | undefined) {
    this.code = code
    this.details = details
    this.field = field
  }
}

/** An answer that refuses with this code, in the language of the request. */
export const refuseWith = (code: ErrorCode, details?: object, field?: string) => new Refused(code, details, field)

/** No answer: the connection breaks, and the outcome of the request is unknown. */
export const NO_ANSWER = Symbol('no answer')

type Answer<Shape extends EndpointShape> = z.input<Shape['response']> | Refused | typeof NO_ANSWER

type Answers<Shape extends EndpointShape> = (sent: Sent) => Answer<Shape> | Promise<Answer<Shape>>

function dependsOnSent<Shape extends EndpointShape>(answer: Answer<Shape> | Answers<Shape>): answer is Answers<Shape> {
  return typeof answer === 'function'
}

/**
 * Mocks one endpoint of the contract in a component test. The answer has the type of the contract's reply and must pass the contract's
 * schema, so that no test relies on a shape that the server never sends.
 */
export function mockEndpoint<const Shape extends EndpointShape>(
  endpoint: Shape,
  answer: Answer<Shape> | Answers<Shape>,
): RequestHandler {
  const path = `*${endpoint.base ?? '/api'}${endpoint.path}`
  return METHODS[endpoint.method](path, async ({ request, params }) => {
    const sent = {
      query: Object.fromEntries(new URL(request.url).searchParams),
      params,
      body: await bodyOf(request),
      idempotencyKey: request.headers.get('idempotency-key'),
    }
    const given = dependsOnSent(answer) ? await answer(sent) : answer
    if (given === NO_ANSWER) return HttpResponse.error()
    if (given instanceof Refused) return refusal(given, request.headers.get('language') === 'en' ? 'en' : 'fa')
    const checked = endpoint.response.safeParse(given)
    if (!checked.success) throw new TypeError(`the mock of ${path} breaks the contract: ${checked.error.message}`)
    return HttpResponse.json(JSON.parse(JSON.stringify(given)))
  })
}

async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart/form-data'))
    // jsdom cannot read a form with a file again.
    return request.formData().then(Object.fromEntries, () => undefined)
  const text = await request.text()
  return text === '' ? undefined : JSON.parse(text)
}

function refusal({ code, details, field }: Refused, language: 'fa' | 'en') {
  const { status, [language]: sentence } = REFUSALS[code]
  return HttpResponse.json({ code, message: code, errors: [sentence], baseDTO: details, field }, { status })
}
