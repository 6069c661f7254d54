import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyPluginCallback,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { isLoopback } from '#domain/loopback.ts'
import { createSecurityLog, type SecurityLog } from '../accounts/security-log.ts'
import type { PublicPages } from '../content/public-pages.ts'
import { type AnswerSettings, answer } from './answer.ts'
import { collectApi, serveApiDocument } from './api-document.ts'
import { type CallLimit, limitCalls, limitOf, ProvenTokens } from './call-limit.ts'
import { addSecurityHeaders, idOfRequest, type WatchSettings, watchServer } from './every-call.ts'
import { type FindCaller, hashSignedBody } from './guard.ts'
import { type FindOpen, LiveStreams, STREAM_LIMITS, type StreamLimits } from './live-streams.ts'
import { BODY_BYTES_MAX, callReader, languageOf, limitArrival, type Uploads } from './read-call.ts'
import { codeOfError, sendRefusal } from './refusal.ts'
import type { Route } from './route.ts'
import { serveClient } from './serve-client.ts'
import type { SharedCounts } from './shared-counts.ts'
import { BODY_PACE, type BodyPace, createUploadGate, UPLOAD_LIMITS, type UploadLimits } from './upload-gate.ts'

export interface ServerSettings extends AnswerSettings, WatchSettings {
  readonly routes: readonly Route[]
  readonly logger: FastifyBaseLogger
  /** Receives the refusals that count as security events; absent: they are lines of the logger. */
  readonly securityLog?: SecurityLog
  /** Finds which of many tokens open a session; absent: `findCaller` checks each. */
  readonly findOpen?: FindOpen
  /** Reports users whose sessions have changed, so that their live streams are checked; absent: each heartbeat checks them. */
  readonly onRefresh?: (listener: (userId: number) => void) => void
  /** The built client; without it only the API is served. */
  readonly clientDir: string | undefined
  /** The public site as HTML; absent: the plain app. */
  readonly pages?: PublicPages | undefined
  /** The origin of a captcha's script and frame, if that is another site. */
  readonly captchaOrigin?: string | undefined
  /** Simulated vendors by path. */
  readonly sandboxes: readonly {
    readonly prefix: string
    readonly plugin: FastifyPluginAsync | FastifyPluginCallback
  }[]
  /** Whether simulated vendors answer everybody; absent: only this machine, since they show everybody's codes. */
  readonly openSandboxes?: boolean
  /** Calls a minute of one user, half of them of one session; of a user's programs; or of all visitors from one network. 0 for no limit. */
  readonly requestsPerMinuteMax: number
  /** Makes that limit one of all processes; absent in a single process. */
  readonly sharedCounts?: SharedCounts | undefined
  /** Limits of the live streams; absent: `STREAM_LIMITS`. */
  readonly streamLimits?: StreamLimits
  /** Receives the live streams of this server. */
  readonly onStreams?: (streams: Pick<LiveStreams, 'size' | 'endAll'>) => void
  readonly uploadLimits?: UploadLimits
  /** The least speed of uploads; absent: `BODY_PACE`. */
  readonly bodyPace?: BodyPace
  /** How long a request without files may take to arrive, in milliseconds; absent: 30 s. */
  readonly requestMsMax?: number
  /** The number of our proxies in front; with 0, no forwarded address is believed. */
  readonly proxyHops: number
}

/** A request without files must arrive completely within this time, or its connection is closed. */
const REQUEST_MS_MAX = 30_000
/** Uploads may wait for their turn and then take their time; their arrival clock is stopped. */
const UPLOAD_MS_MAX = UPLOAD_LIMITS.waitMsMax + BODY_PACE.wholeMs
/** The interval of that check. */
const CHECK_MS = 5_000
/** Twice the greatest number of streams. */
const CONNECTIONS_MAX = 20_000

const FILE_BYTES_MAX = 5 * 1024 * 1024
/** The longest Persian text of a form, plus room so that a longer text still gets its own refusal. */
const FIELD_BYTES_MAX = 32 * 1024

const askEach =
  (findCaller: FindCaller): FindOpen =>
  async (tokens) => {
    const callers = await Promise.all(tokens.map((token) => findCaller(token, 'poll')))
    return new Set(tokens.filter((_, i) => callers[i] !== undefined))
  }

/** No limit: Fastify's default of ten seconds ended starts on a busy machine whose built-in database had a long query to run. */
const START_MS_MAX = 0

const UNREADABLE = { code: 'BAD_REQUEST', field: undefined, details: undefined } as const

/** The HTTP server: one table of routes under /api, the sandboxes, and the client's files. */
export async function createServer(settings: ServerSettings): Promise<FastifyInstance> {
  const { requestMsMax = REQUEST_MS_MAX, securityLog = createSecurityLog({ logger: settings.logger }) } = settings
  const app = Fastify({
    loggerInstance: settings.logger,
    // Requests get no logger of their own: the single line that one may cause names its path.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: idOfRequest,
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: (_address, hop) => hop < settings.proxyHops,
    requestTimeout: requestMsMax + UPLOAD_MS_MAX,
    http: { connectionsCheckingInterval: Math.min(CHECK_MS, requestMsMax), headersTimeout: requestMsMax },
    forceCloseConnections: 'idle',
    // A request that arrives while the server closes gets a refusal of ours, on a connection that ends with it.
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    routerOptions: { maxParamLength: 100, ignoreTrailingSlash: true },
    pluginTimeout: START_MS_MAX,
    // An address that the router cannot parse gets a refusal of ours, too.
    frameworkErrors: (_error, request, reply) => sendRefusal(reply, UNREADABLE, languageOf(request)),
  })
  limitConnections(app.server, requestMsMax)
  addSecurityHeaders(app, { https: settings.secureCookies })
  watchServer(app, settings)
  app.setErrorHandler((error: Error & { code?: unknown; statusCode?: unknown }, request, reply) => {
    const code = codeOfError(error)
    // The call limit refuses by an error of its own.
    if (code === 'TOO_MANY_REQUESTS') {
      const where = `${request.method} ${request.routeOptions.url ?? ''}`
      securityLog({ event: 'LIMIT_REACHED', code, where, ip: request.ip })
    }
    if (code === undefined)
      request.log.error({ err: error, method: request.method, path: request.routeOptions.url }, 'a request failed')
    return sendRefusal(reply, { code: code ?? 'INTERNAL', field: undefined, details: undefined }, languageOf(request))
  })
  const proven = new ProvenTokens(settings.sharedCounts)
  const findCaller = proven.following(settings.findCaller)
  const { secureCookies, requestsPerMinuteMax: max, sharedCounts } = settings
  const findSigner = settings.findSigner && proven.followingKeys(settings.findSigner, max)
  const streams = openStreams(settings, findCaller)
  const limit = { max, findCaller, proven, secureCookies, sharedCounts }
  const serving = {
    settings: { ...settings, findCaller, ...(findSigner && { findSigner }) },
    streams,
    limit,
    securityLog,
    uploads: { gate: createUploadGate(settings.uploadLimits), pace: settings.bodyPace ?? BODY_PACE },
  }
  const closeUnused = followUnusedConnections(app.server)
  app.addHook('preClose', async () => {
    streams.close()
    closeUnused()
  })
  await collectApi(app)
  await app.register(async (api) => serveApi(api, serving), { prefix: '/api' })
  await app.register(async (feed) => serveChartFeed(feed, serving), { prefix: '/udf' })
  for (const { prefix, plugin } of settings.sandboxes)
    await app.register(
      async (sandbox) => {
        if (!settings.openSandboxes) sandbox.addHook('onRequest', refuseForwarded)
        await sandbox.register(plugin)
      },
      { prefix },
    )
  if (settings.clientDir === undefined) app.setNotFoundHandler((request, reply) => notFound(reply, languageOf(request)))
  else await serveClient(app, { ...settings, clientDir: settings.clientDir, publicUrl: settings.publicOrigin ?? '' })
  return app
}

function openStreams(settings: ServerSettings, findCaller: FindCaller): LiveStreams {
  const {
    streamLimits: limits = STREAM_LIMITS,
    findOpen = askEach(findCaller),
    secureCookies,
    feedAgeMs = () => 0,
  } = settings
  const streams = new LiveStreams({ limits, findCaller, findOpen, secureCookies, feedAgeMs })
  settings.onRefresh?.((userId) => streams.checkUser(userId))
  settings.onStreams?.(streams)
  return streams
}

function limitConnections(server: FastifyInstance['server'], requestMsMax: number): void {
  server.maxConnections = CONNECTIONS_MAX
  limitArrival(server, requestMsMax)
}

interface Serving {
  readonly settings: ServerSettings
  readonly streams: LiveStreams
  readonly limit: CallLimit
  readonly securityLog: SecurityLog
  readonly uploads: Uploads
}

async function serveApi(api: FastifyInstance, serving: Serving): Promise<void> {
  const { routes } = serving.settings
  await limitCalls(api, serving.limit)
  const ours = routes.filter(({ endpoint }) => endpoint.base === undefined)
  addRoutes(api, { ...serving, routes: ours.filter(({ endpoint }) => !endpoint.files) })
  await api.register(async (forms) => {
    // In a separate scope, since the plugin adds a hook to every request of its scope.
    await forms.register(multipart, {
      limits: { fileSize: FILE_BYTES_MAX, files: 4, fields: 30, fieldSize: FIELD_BYTES_MAX, parts: 34 },
    })
    addRoutes(forms, { ...serving, routes: ours.filter(({ endpoint }) => endpoint.files) })
  })
  serveApiDocument(
    api,
    routes.map(({ endpoint }) => endpoint),
  )
  api.setNotFoundHandler((request, reply) => notFound(reply, languageOf(request)))
}

/** Charts may be on other sites, so these replies may be read from every origin. */
async function serveChartFeed(feed: FastifyInstance, serving: Serving): Promise<void> {
  const { routes } = serving.settings
  await limitCalls(feed, serving.limit)
  feed.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
  })
  addRoutes(feed, { ...serving, routes: routes.filter(({ endpoint }) => endpoint.base === '/udf') })
}

function addRoutes(app: FastifyInstance, serving: Serving & { routes: readonly Route[] }): void {
  const { routes, settings, streams, limit, securityLog, uploads } = serving
  for (const known of routes) {
    const answered = { ...known, read: callReader(known.endpoint, uploads) }
    app.route({
      method: known.endpoint.method,
      url: known.endpoint.path,
      // A stream has no length, so a HEAD request would not end.
      config: limitOf(known.endpoint, limit),
      exposeHeadRoute: known.endpoint.format !== 'event-stream',
      ...(known.endpoint.keys && known.endpoint.method !== 'GET' && { preParsing: hashSignedBody }),
      handler: (request, reply) => {
        answer(answered, { request, reply, settings, streams, securityLog }).catch((error) => reply.send(error))
      },
    })
  }
}

const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** A call that names another host, or has come through a proxy, is not the developer's own. */
async function refuseForwarded(request: FastifyRequest, reply: FastifyReply) {
  const { host } = request.headers
  const isOwn = host !== undefined && URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`).hostname)
  if (isOwn && FORWARDING_HEADERS.every((name) => request.headers[name] === undefined)) return
  return notFound(reply, languageOf(request))
}

const notFound = (reply: Parameters<typeof sendRefusal>[0], language: Parameters<typeof sendRefusal>[2]) =>
  sendRefusal(reply, { code: 'NOT_FOUND', field: undefined, details: undefined }, language)

const SWEEP_MS = 50

/**
 * Stops listening, lets requests in progress finish, and closes every connection once it is idle. A server by itself closes only the
 * connections that are idle at that moment: one that is answered a little later would delay the end by a minute.
 */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS)
  try {
    await server.close()
  } finally {
    clearInterval(sweep)
  }
}

/**
 * Tracks the connections that browsers open in advance and that have sent no request yet. Node does not count them as idle, and a closing
 * server would wait for their timeout. @returns the function that closes them
 */
function followUnusedConnections(server: Server): () => void {
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return () => {
    for (const socket of unused) socket.destroy()
  }
}
