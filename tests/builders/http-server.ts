import { pino } from 'pino'
import type { Route } from '#server/http/route.ts'
import { createServer, type ServerSettings } from '#server/http/server.ts'

/** Our HTTP server with only these routes, without TLS and without sessions unless `settings` say so. */
export async function startHttpServer(routes: readonly Route[], settings: Partial<ServerSettings> = {}) {
  const server = await createServer({
    routes,
    logger: pino({ level: 'silent' }),
    clientDir: undefined,
    sandboxes: [],
    requestsPerMinuteMax: 0,
    proxyHops: 0,
    findCaller: () => undefined,
    publicOrigin: undefined,
    secureCookies: false,
    codeOfFailure: () => undefined,
    now: () => new Date(),
    checkReplies: true,
    ...settings,
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => server.close() }
}
