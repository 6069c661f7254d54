import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { countRefusedCall } from '../accounts/count-refusal.ts'
import { createSecurityLog, type SecurityLog } from '../accounts/security-log.ts'
import type { Config } from '../config/config.ts'
import { TURNSTILE_ORIGIN } from '../config/vendors.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { closeServer, createServer } from '../http/server.ts'
import { SharedCounts } from '../http/shared-counts.ts'
import { Gauges } from '../operations/gauges.ts'
import { seedCatalogue } from '../operations/seed-catalogue.ts'
import { addCalls } from '../store/accounts/counters.ts'
import { refuseHalfRestored } from '../store/back-up/half-restored.ts'
import type { Database } from '../store/database.ts'
import { migrate, untilMigrated } from '../store/migrate.ts'
import { openDatabase } from '../store/open-database.ts'
import { ensurePrivateFolder } from '../store/private-folder.ts'
import type { Core } from './core.ts'
import { openByRole } from './exchange.ts'
import { codeOfAnyFailure } from './files.ts'
import { startJobs } from './jobs.ts'
import { openSealer } from './key-file.ts'
import { type Metrics, openMetrics, watchStatements } from './metrics.ts'
import { DRAIN_MS, Presence } from './presence.ts'
import { beginWork, inRequest, requestFacts } from './present-request.ts'
import { createProviders, reportFaults } from './providers.ts'
import { openParts } from './roles.ts'
import type { Tracing } from './tracing.ts'

export interface App {
  readonly server: FastifyInstance
  /** Stops accepting calls, finishes those in progress, and closes the database. */
  close(): Promise<void>
}

export interface AppSettings {
  readonly config: Config
  /** The folder of the built client; absent: it is not served. */
  readonly clientDir: string | undefined
  /** Called when this process can never write again, with the reason as a sentence: the process must stop. */
  readonly onLost: (reason: string) => void
  /** Reports each step of a start to the person who waits. */
  readonly progress?: (step: string) => void
}

/** Assembles everything and listens. @throws Error with a sentence for the person who starts it */
export async function openApp(settings: AppSettings): Promise<App> {
  const { config, progress = () => undefined } = settings
  const logger = pino({
    level: config.logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    mixin: requestFacts,
  })
  const metrics = openMetrics(config.process.role)
  const tracing = await openTracing(config, metrics)
  if (config.production && config.proxyHops === 0)
    logger.warn('PROXY_HOPS is 0: behind a proxy all callers would share one address, and one limit')
  if (config.process.role === 'api' && config.files.kind === 'folder')
    logger.warn('FILES is a folder: what customers upload here is seen only where processes share DATA_DIR')
  // Needed with a database server too: it holds pictures of documents.
  ensurePrivateFolder(config.dataDir)
  refuseHalfRestored(config.dataDir)
  progress('opening the database')
  const opened = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
  const { countStatement: observe } = metrics
  const database = watchStatements(opened, { log: logger, observe, record: tracing?.record })
  try {
    return await serve({ ...settings, progress, database, logger, metrics, tracing })
  } catch (error) {
    await database.close()
    throw error
  }
}

interface Serving extends Required<AppSettings> {
  readonly database: Database
  readonly logger: Logger
  readonly metrics: Metrics
  readonly tracing: Tracing | undefined
}

/** Without traces nothing of OpenTelemetry is loaded. */
async function openTracing({ traces, process }: Config, metrics: Metrics): Promise<Tracing | undefined> {
  if (!traces) return undefined
  const tracing = await import('./tracing.ts')
  return tracing.openTracing({ ...traces, role: process.role, onExport: metrics.countSpans })
}

/** Every line is written and counted; refusals of operators are also summed up by the hour in the audit log. */
function openSecurityLog({ database, logger, metrics }: Pick<Serving, 'database' | 'logger' | 'metrics'>): SecurityLog {
  const writeLine = createSecurityLog({ logger })
  return (line) => {
    metrics.countSecurityEvent(line.event)
    writeLine(line)
    countRefusedCall({ database, log: logger }, { line, at: new Date() })
  }
}

async function serve(serving: Serving): Promise<App> {
  const { config, progress, database, logger: log } = serving
  progress('bringing the database up to date')
  const { writes } = config.process
  await (writes ? migrate(database) : untilMigrated(database))
  // Before any write: the start may be refused here.
  const sealer = await openSealer(config, database)
  await seedCatalogue(database)
  const gauges = new Gauges(Date.now)
  const presence = new Presence({ database, log, process: config.process, gauges })
  try {
    return await assemble(serving, { sealer, gauges, presence })
  } catch (error) {
    await presence.end()
    throw error
  }
}

interface Begun extends Pick<Core, 'sealer' | 'gauges'> {
  readonly presence: Presence
}

async function assemble(serving: Serving, { sealer, gauges, presence }: Begun): Promise<App> {
  const { config, clientDir, onLost, progress, database, logger, metrics, tracing } = serving
  const { exchange, catalogue } = await openByRole({ ...serving, gauges })
  presence.leads(exchange)
  metrics.followExchange(exchange)
  metrics.followGauges(gauges)
  const securityLog = openSecurityLog({ database, logger, metrics })
  const vendors = await createProviders(config, () => new Date())
  const providers = { ...vendors, ...reportFaults(vendors, { log: securityLog, gauges, record: tracing?.record }) }
  progress('preparing the markets')
  const core = { config, database, exchange, catalogue, providers, sealer, logger, gauges }
  const areas = await openParts(core, onLost)
  if (areas.priceBoard) metrics.followPrices(areas.priceBoard, catalogue)
  const sharedCounts = openSharedCounts({ config, database, logger })
  const asksCustody = config.custodySocket !== undefined && ['all', 'jobs'].includes(config.process.role)
  metrics.followMachine({ dataDir: config.dataDir, database, gauges, asksCustody })
  const server = await createServer({
    routes: areas.routes,
    findCaller: areas.findCaller,
    findOpen: areas.findOpen,
    onRefresh: areas.onRefresh,
    findOperator: areas.findOperator,
    findSigner: areas.findSigner,
    codeOfFailure: codeOfAnyFailure,
    now: () => new Date(),
    logger,
    securityLog,
    clientDir,
    pages: areas.pages,
    sandboxes: providers.sandboxes,
    // On a server for real people an operator has allowed them explicitly.
    openSandboxes: config.production,
    captchaOrigin: providers.captcha?.widget.provider === 'turnstile' ? TURNSTILE_ORIGIN : undefined,
    publicOrigin: new URL(config.publicUrl).origin,
    secureCookies: config.publicUrl.startsWith('https:'),
    checkReplies: !config.production,
    requestsPerMinuteMax: config.requestsPerMinuteMax,
    sharedCounts,
    proxyHops: config.proxyHops,
    inRequest,
    beginWork,
    trace: tracing?.request,
    metrics: config.metricsToken === undefined ? undefined : { ...metrics, token: config.metricsToken },
    findMissingParts: () => findMissingParts({ database, exchange }),
    onStreams: (streams) => presence.follow(streams),
    findStanding: () => presence.standing,
    feedAgeMs: exchange.ageMs,
  })
  await server.listen({ port: config.port, host: config.host })
  presence.serves()
  areas.start()
  const observers = { runs: presence.runs, watch: metrics.watchJob }
  const jobs = await startJobs(areas.jobs, { database, log: logger, ...observers })
  return {
    server,
    close: async () => {
      // The balancer knows of one that was drained already.
      const { isDrained } = presence
      presence.leave()
      if (config.process.role === 'api' && !isDrained) await sleep(DRAIN_MS)
      await jobs.stop()
      await closeServer(server)
      sharedCounts?.close()
      await closeCore({ exchange, areas, providers, presence, database })
      await tracing?.close()
    },
  }
}

/** A single process has nobody to share the limit of calls with. */
const openSharedCounts = ({ config, database, logger: log }: Pick<Serving, 'config' | 'database' | 'logger'>) =>
  config.process.secret === undefined
    ? undefined
    : new SharedCounts({ add: (counted) => addCalls(database, counted), log })

const DATABASE_MS_MAX = 1_000

/** The parts that customers would wait for in vain now: "database", "exchange". */
async function findMissingParts({ database, exchange }: { database: Database; exchange: Exchange }): Promise<string[]> {
  const asked = database.query('select 1').then(
    () => true,
    () => false,
  )
  const answers = await Promise.race([asked, sleep(DATABASE_MS_MAX, false)])
  return [...(answers ? [] : ['database']), ...(exchange.isServing() ? [] : ['exchange'])]
}

interface Closable {
  close(): Promise<void>
}

async function closeCore(
  core: Readonly<Record<'exchange' | 'areas' | 'providers' | 'database', Closable>> & { readonly presence: Presence },
) {
  await core.exchange.close()
  await core.areas.close()
  await core.providers.close()
  await core.presence.end()
  await core.database.close()
}
