import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import { Rejected } from '#contract/rejected.ts'
import { ClientKey } from '#contract/values.ts'
import { fromCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { Language } from '#domain/market-state.ts'
import { networkOf } from '../accounts/limits.ts'
import type { Operator } from '../accounts/operators/operator-sessions.ts'
import type { Caller } from '../accounts/sessions.ts'
import type { UploadedFile } from './route.ts'
import { type BodyPace, type UploadGate, type UploadSender, type UploadTurn, watchPace } from './upload-gate.ts'

export interface Parts {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly files: Readonly<Record<string, UploadedFile>>
  readonly idempotencyKey: string | undefined
}

export const languageOf = (request: FastifyRequest): Language => (request.headers.language === 'en' ? 'en' : 'fa')

/** @param caller the user for whom uploads are counted */
export type CallReader = (
  request: FastifyRequest,
  caller?: Caller | Operator,
) => Parts | Rejected | Promise<Parts | Rejected>

const NO_FILES = {}

/** The largest body of a request without files. */
export const BODY_BYTES_MAX = 64 * 1024

export interface Uploads {
  readonly gate: UploadGate
  readonly pace: BodyPace
}

/** The function that reads requests by the endpoint's schemas, or names the wrong field. It waits only for files. */
export function callReader(
  { params, query, body, files, fileBytesMax, money }: EndpointShape,
  { gate, pace }: Uploads,
): CallReader {
  const read = {
    params: reader(params),
    query: reader(query),
    body: withoutNul(reader(body)),
  }
  const readParts = (request: FastifyRequest, sent: Omit<Multipart, 'fields'> & { fields: unknown }) => {
    const params = read.params(request.params)
    if (params instanceof Rejected) return params
    const query = read.query(request.query)
    if (query instanceof Rejected) return query
    const body = read.body(sent.fields)
    if (body instanceof Rejected) return body
    const key = money ? idempotencyKeyOf(request, body) : undefined
    if (key instanceof Rejected) return key
    return { params, query, body, files: sent.files, idempotencyKey: key }
  }
  if (!files) return (request) => readParts(request, { fields: request.body, files: NO_FILES })
  return async (request, caller) => {
    const readForm = async (turn?: UploadTurn) => {
      const endWatch = watchPace(request.raw, pace, turn)
      try {
        return await Promise.race([readMultipart(request, { names: files, fileBytesMax }), lossOf(request)])
      } finally {
        endWatch()
      }
    }
    const startClock = stopArrivalClock(request.raw)
    // A form without a picture is no larger than any other call, and does not wait.
    const sent = isSmall(request) ? await readForm() : await gate.enter(senderOf(request, caller), readForm)
    startClock()
    return sent instanceof Rejected ? sent : readParts(request, sent)
  }
}

/** The sender has disconnected, perhaps before its turn: nothing more arrives, and its place is free. */
const lossOf = ({ raw }: FastifyRequest) =>
  new Promise<Rejected>((resolve) => {
    const lose = () => !raw.complete && resolve(new Rejected('BAD_REQUEST'))
    if (raw.destroyed) lose()
    else raw.once('close', lose)
  })

function isSmall({ headers }: FastifyRequest): boolean {
  const bytes = parseDecimal(headers['content-length'] ?? '', 0)
  return bytes !== undefined && bytes <= fromCount(BODY_BYTES_MAX)
}

function senderOf({ ip }: FastifyRequest, caller: Caller | Operator | undefined): UploadSender {
  const network = networkOf(ip)
  if (!caller) return { name: `network ${network}`, network, class: 'newcomer' }
  if ('operatorId' in caller) return { name: `operator ${caller.operatorId}`, network, class: 'operator' }
  return { name: `user ${caller.userId}`, network, class: caller.authorized ? 'customer' : 'newcomer' }
}

/** The schema as a function, compiled with its first call: compiling all took 80 ms of each start. */
function reader(schema: EndpointShape['body']): (value: unknown) => unknown {
  if (!schema) return () => undefined
  let compiled: typeof schema | undefined
  return (value) => {
    compiled ??= z.compile(schema)
    const result = compiled.safeParse(value)
    return result.success ? result.data : new Rejected('BAD_REQUEST', { field: fieldOf(result.error) })
  }
}

/** The database cannot store a NUL, so that a text with one is refused here for every field. */
const withoutNul = (read: (value: unknown) => unknown) => (value: unknown) => {
  const data = read(value)
  const field = fieldWithNul(data)
  return field === undefined ? data : new Rejected('BAD_REQUEST', { field })
}

/** The name of the field that contains it. */
function fieldWithNul(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path.join('.') : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, part] of Object.entries(value)) {
    const field = fieldWithNul(part, [...path, name])
    if (field !== undefined) return field
  }
  return undefined
}

function fieldOf({ issues: [issue] }: z.core.$ZodError): string | undefined {
  const unknownKey = issue && 'keys' in issue && Array.isArray(issue.keys) ? issue.keys[0] : undefined
  const path = [...(issue?.path ?? []), ...(unknownKey === undefined ? [] : [unknownKey])]
  return path.map(String).join('.') || undefined
}

/**
 * The key of a money command: an order's own id, else the header's, else the id of the price that was kept for one trade. The
 * specification's programs send none: they get a generated key in the answer, so that they can still ask for the outcome.
 */
function idempotencyKeyOf(request: FastifyRequest, body: unknown): string | Rejected {
  const own = body !== null && typeof body === 'object' && 'clientOrderId' in body ? body.clientOrderId : undefined
  if (typeof own === 'string') return own
  const header = request.headers['idempotency-key']
  if (header === undefined) return quoteIn(body) ?? randomUUID()
  const key = ClientKey.safeParse(header)
  return key.success ? key.data : new Rejected('BAD_REQUEST', { field: 'Idempotency-Key' })
}

const quoteIn = (body: unknown) =>
  body !== null && typeof body === 'object' && 'quote' in body && typeof body.quote === 'string'
    ? body.quote
    : undefined

interface Multipart {
  readonly fields: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, UploadedFile>>
}

/** Reads text parts and the named file parts into memory; sizes and counts are limited by the server's settings. */
async function readMultipart(
  request: FastifyRequest,
  { names, fileBytesMax }: { names: readonly string[]; fileBytesMax: number | undefined },
): Promise<Multipart | Rejected> {
  if (!request.isMultipart()) return new Rejected('UNSUPPORTED_MEDIA_TYPE')
  const fields: Record<string, string> = Object.create(null)
  const files: Record<string, UploadedFile> = Object.create(null)
  let wrong: string | undefined
  for await (const part of request.parts(fileBytesMax === undefined ? {} : { limits: { fileSize: fileBytesMax } })) {
    if (part.type === 'file') {
      // An unread part would block the stream, so unwanted parts are read as well.
      const bytes = await part.toBuffer()
      if (!names.includes(part.fieldname) || part.fieldname in files) wrong ??= part.fieldname
      else if (bytes.length > 0) files[part.fieldname] = { bytes, mimeType: part.mimetype }
    } else if (part.fieldname in fields || part.fieldnameTruncated || part.valueTruncated) wrong ??= part.fieldname
    else fields[part.fieldname] = String(part.value)
  }
  return wrong === undefined ? { fields: { ...fields }, files } : new Rejected('BAD_REQUEST', { field: wrong })
}

interface ArrivalClock {
  readonly start: () => void
  readonly stop: () => void
}

const clocks = new WeakMap<IncomingMessage, ArrivalClock>()

/**
 * Closes the connection of a request whose body has not arrived within this time. Node has one limit for all requests, but a form may have
 * to wait for its turn.
 */
export function limitArrival(server: Server, msMax: number): void {
  server.on('request', (request) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (length === undefined && encoding === undefined) return
    const clock = clockOf(request, msMax)
    clocks.set(request, clock)
    clock.start()
    request.once('close', clock.stop)
  })
}

function clockOf(request: IncomingMessage, msMax: number): ArrivalClock {
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      if (request.complete || request.destroyed) return
      timer = setTimeout(() => !request.complete && request.socket.destroy(), msMax).unref()
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Hands over to the upload gate, which bounds the waiting, and its pace the reading. @returns a function that restarts the clock, for the
 * rest of a refused body
 */
export function stopArrivalClock(request: IncomingMessage): () => void {
  const clock = clocks.get(request)
  clock?.stop()
  return () => clock?.start()
}
