import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { countRefusedCall } from '../accounts/count-refusal.ts'
import { createSecurityLog, type SecurityLog } from '../accounts/security-log.ts'
import type { Config } from '../config/config.ts'
import { TURNSTILE_ORIGIN } from '../config/vendors.ts'
import { codeOfFailure, type Exchange } from '../exchange/exchange.ts'
import { closeServer, createServer } from '../http/server.ts'
import { SharedCounts } from '../http/shared-counts.ts'
import { Gauges, measured } from '../operations/gauges.ts'
import { seedCatalogue } from '../operations/seed-catalogue.ts'
import { addCalls } from '../store/accounts/counters.ts'
import type { Database } from '../store/database.ts'
import { migrate, untilMigrated } from '../store/migrate.ts'
import { openDatabase } from '../store/open-database.ts'
import { ensurePrivateFolder } from '../store/private-folder.ts'
import { openByRole } from './exchange.ts'
import { startJobs } from './jobs.ts'
import { openSealer } from './key-file.ts'
import { inRequest, type Metrics, openMetrics, requestFacts, watchStatements } from './metrics.ts'
import { createProviders, reportFaults } from './providers.ts'
import { openParts } from './roles.ts'

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
  const metrics = openMetrics()
  if (config.production && config.proxyHops === 0)
    logger.warn('PROXY_HOPS is 0: behind a proxy all callers would share one address, and one limit')
  // Needed with a database server too: it holds pictures of documents.
  ensurePrivateFolder(config.dataDir)
  progress('opening the database')
  const opened = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
  const database = watchStatements(opened, { log: logger, observe: metrics.countStatement })
  try {
    return await serve({ ...settings, progress, database, logger, metrics })
  } catch (error) {
    await database.close()
    throw error
  }
}

interface Serving extends Required<AppSettings> {
  readonly database: Database
  readonly logger: Logger
  readonly metrics: Metrics
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

async function serve({ config, clientDir, onLost, progress, database, logger, metrics }: Serving): Promise<App> {
  progress('bringing the database up to date')
  const { writes } = config.process
  await (writes ? migrate(database) : untilMigrated(database))
  // Before any write: the start may be refused here.
  const sealer = await openSealer(config, database)
  await seedCatalogue(database)
  const opened = await openByRole({ config, database, logger, onLost, progress })
  const { catalogue } = opened
  const gauges = new Gauges(Date.now)
  const exchange = measured(opened.exchange, gauges)
  metrics.followExchange(exchange)
  metrics.followGauges(gauges)
  const securityLog = openSecurityLog({ database, logger, metrics })
  const vendors = await createProviders(config, () => new Date())
  const providers = { ...vendors, ...reportFaults(vendors, { log: securityLog, gauges }) }
  progress('preparing the markets')
  const core = { config, database, exchange, catalogue, providers, sealer, logger, gauges }
  const areas = await openParts(core, onLost)
  if (areas.priceBoard) metrics.followPrices(areas.priceBoard, catalogue)
  const sharedCounts = openSharedCounts({ config, database, logger })
  let isEnding = false
  const server = await createServer({
    routes: areas.routes,
    findCaller: areas.findCaller,
    findOpen: areas.findOpen,
    onRefresh: areas.onRefresh,
    findOperator: areas.findOperator,
    findSigner: areas.findSigner,
    codeOfFailure,
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
    metrics: config.metricsToken === undefined ? undefined : { ...metrics, token: config.metricsToken },
    findMissingParts: () => findMissingParts({ database, exchange }),
    isEnding: () => isEnding,
  })
  await server.listen({ port: config.port, host: config.host })
  areas.start()
  const watch = { database, log: logger, onFailure: metrics.countJobFailure }
  const jobs = await startJobs(areas.jobs, watch)
  return {
    server,
    close: async () => {
      isEnding = true
      if (config.process.role === 'api') await sleep(DRAIN_MS)
      await jobs.stop()
      await closeServer(server)
      sharedCounts?.close()
      await closeCore({ exchange, areas, providers, database })
    },
  }
}

/** A single process has nobody to share the limit of calls with. */
const openSharedCounts = ({ config, database, logger: log }: Pick<Serving, 'config' | 'database' | 'logger'>) =>
  config.process.secret === undefined
    ? undefined
    : new SharedCounts({ add: (counted) => addCalls(database, counted), log })

/** The balancer in front asks twice a second whether this process ends. */
const DRAIN_MS = 2_500

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

async function closeCore(core: { exchange: Exchange; areas: Closable; providers: Closable; database: Database }) {
  await core.exchange.close()
  await core.areas.close()
  await core.providers.close()
  await core.database.close()
}
