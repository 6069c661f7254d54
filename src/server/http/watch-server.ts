import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface WatchSettings {
  /** Does the work of a request, so that what is logged meanwhile carries its id. */
  readonly inRequest?: ((id: string, work: () => void) => void) | undefined
  /** Absent: there is no `/metrics`. */
  readonly metrics?:
    | {
        /** What those who read them send as a bearer. */
        readonly token: string
        readonly contentType: string
        read(): Promise<string>
        countAnswer(answered: { method: string; route: string; status: number; ms: number }): void
      }
    | undefined
  /** The parts that are away at this moment; absent: nothing can be. */
  readonly findMissingParts?: (() => Promise<readonly string[]>) | undefined
}

/** What a browser of ours sends: a UUID. Anything else is no id, since it comes to stand in the log. */
const ID = /^[0-9a-f-]{36}$/

const ourIds = { boot: process.pid.toString(36), last: Date.now() }

/** The id that a browser gave its request, or one of ours. */
export function idOfRequest({ headers }: { headers: FastifyRequest['headers'] }): string {
  const given = headers['x-request-id']
  if (typeof given === 'string' && ID.test(given)) return given
  ourIds.last += 1
  return `${ourIds.boot}-${ourIds.last.toString(36)}`
}

/** Gives every answer its request's id, counts it, and serves what those who watch ask for. */
export function watchServer(app: FastifyInstance, { inRequest, metrics, findMissingParts }: WatchSettings): void {
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    if (inRequest) inRequest(request.id, next)
    else next()
  })
  app.get('/api/health', (_request, reply) => reply.header('cache-control', 'no-store').send({ message: 'OK' }))
  const missingParts = rarely(findMissingParts ?? (async () => []))
  app.get('/api/ready', async (_request, reply) => {
    const missing = await missingParts()
    return reply
      .status(missing.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ message: missing.length === 0 ? 'OK' : 'UNAVAILABLE', missing })
  })
  if (!metrics) return
  const { token, contentType } = metrics
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    metrics.countAnswer({ method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms: reply.elapsedTime })
    done()
  })
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!isBearer(request.headers.authorization, token)) return reply.status(401).type('text/plain').send('401\n')
    return reply.type(contentType).send(await metrics.read())
  })
}

/** How long an answer about the parts stands. */
const READY_MS = 500

/** Asks no oftener than that, and once for all who ask at the same time: anybody may ask, and the database is for the customers. */
function rarely(find: () => Promise<readonly string[]>): () => Promise<readonly string[]> {
  let asked: { readonly at: number; readonly answer: Promise<readonly string[]> } | undefined
  return () => {
    const at = performance.now()
    if (!asked || at - asked.at >= READY_MS) asked = { at, answer: find() }
    return asked.answer
  }
}

/** In the same time for every wrong one. */
function isBearer(authorization: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`))
}
