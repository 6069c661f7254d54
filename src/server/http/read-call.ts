import type { FastifyRequest } from 'fastify'
import type { EndpointShape } from '#contract/endpoint.ts'
import { Rejected } from '#contract/rejected.ts'
import { ClientKey } from '#contract/values.ts'
import { readMultipart } from './read-multipart.ts'
import type { Language, UploadedFile } from './route.ts'

export interface Parts {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly files: Readonly<Record<string, UploadedFile>>
  readonly idempotencyKey: string | undefined
}

export const languageOf = (request: FastifyRequest): Language => (request.headers.language === 'en' ? 'en' : 'fa')

/** Reads a request through the endpoint's schemas, or says which field is wrong. */
export async function readCall(endpoint: EndpointShape, request: FastifyRequest): Promise<Parts | Rejected> {
  const params = parse(endpoint.params, request.params)
  if (params instanceof Rejected) return params
  const query = parse(endpoint.query, { ...Object(request.query) })
  if (query instanceof Rejected) return query
  const sent = endpoint.files ? await readMultipart(request, endpoint.files) : { fields: request.body, files: {} }
  if (sent instanceof Rejected) return sent
  const body = parse(endpoint.body, sent.fields)
  if (body instanceof Rejected) return body
  const key = endpoint.money ? idempotencyKeyOf(request, body) : undefined
  if (key instanceof Rejected) return key
  return { params, query, body, files: sent.files, idempotencyKey: key }
}

function parse(schema: EndpointShape['body'], value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const unknownKey = issue && 'keys' in issue && Array.isArray(issue.keys) ? issue.keys[0] : undefined
  const path = [...(issue?.path ?? []), ...(unknownKey === undefined ? [] : [unknownKey])]
  return new Rejected('BAD_REQUEST', { field: path.map(String).join('.') || undefined })
}

/** An order's own id is its key; everything else brings one in the header. */
function idempotencyKeyOf(request: FastifyRequest, body: unknown): string | Rejected {
  const own = body !== null && typeof body === 'object' && 'clientOrderId' in body ? body.clientOrderId : undefined
  if (typeof own === 'string') return own
  const header = request.headers['idempotency-key']
  if (header === undefined) return new Rejected('IDEMPOTENCY_KEY_REQUIRED')
  const key = ClientKey.safeParse(header)
  return key.success ? key.data : new Rejected('BAD_REQUEST', { field: 'Idempotency-Key' })
}
