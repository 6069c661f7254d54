import { pino } from 'pino'
import { openAreas } from '#server/compose/areas.ts'
import { openSealer } from '#server/compose/key-file.ts'
import { createProviders } from '#server/compose/providers.ts'
import { parseConfig } from '#server/config/config.ts'
import { codeOfFailure, type Exchange } from '#server/exchange/exchange.ts'
import { openExchange } from '#server/exchange/open-exchange.ts'
import { createServer } from '#server/http/server.ts'
import { Gauges } from '#server/operations/gauges.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { type Catalogue, readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { freshFolder } from '#tests/setup/fresh-folder.ts'
import { overWire } from './over-wire.ts'

export interface WholeServer {
  /** Without a trailing slash. */
  readonly url: string
  readonly database: Database
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  /** Reads the prices of the sandbox once: without them nothing but Toman has a worth. */
  pollPrices(): Promise<void>
  /** The server's own routes: "GET /api/orders", without the HEAD of each GET. */
  routes(): string[]
  close(): Promise<void>
}

/**
 * Every route of the product in this process, on a database that the test can read. No job runs and nobody trades, so every change comes
 * from a call.
 */
export async function openWholeServer(cross: typeof overWire = overWire): Promise<WholeServer> {
  const folder = await freshFolder()
  const { dataDir = '' } = folder.settings
  const config = parseConfig({
    NODE_ENV: 'test',
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    MARKET_MAKER: 'off',
    SANDBOX_CANDLES: 'off',
    CODE_GAP_SECONDS: '0',
  })
  const logger = pino({ level: 'silent' })
  const database = await openDatabase(folder.settings)
  await seedCatalogue(database)
  const catalogue = await readCatalogue(database)
  const { markets } = catalogue
  const onLost = () => undefined
  const exchange = cross(await openExchange({ database, markets, hours: 'always', log: logger, onLost }))
  const providers = await createProviders(config, () => new Date())
  const gauges = new Gauges(Date.now)
  const sealer = await openSealer(config, database)
  const areas = await openAreas({ config, database, exchange, catalogue, providers, sealer, logger, gauges })
  const server = await createServer({
    routes: areas.routes,
    findCaller: areas.findCaller,
    findOperator: areas.findOperator,
    findSigner: areas.findSigner,
    codeOfFailure,
    now: () => new Date(),
    logger,
    clientDir: undefined,
    sandboxes: providers.sandboxes,
    publicOrigin: config.publicUrl,
    secureCookies: false,
    checkReplies: true,
    requestsPerMinuteMax: 0,
    proxyHops: 0,
  })
  return {
    url: await server.listen({ host: '127.0.0.1', port: config.port }),
    database,
    exchange,
    catalogue,
    pollPrices: () => areas.priceBoard.poll(),
    routes: () => routesIn(server.printRoutes({ commonPrefix: false })),
    async close() {
      await server.close()
      await exchange.close()
      await areas.close()
      await providers.close()
      await database.close()
      await folder.remove()
    },
  }
}

/** Parses the tree that Fastify prints: "│   ├── /users/login (POST)", and a step deeper "-history (GET, HEAD)". */
function routesIn(tree: string): string[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part, methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \((.+)\))?$/.exec(line) ?? []
    if (part === undefined) return []
    parts.splice(indent.length / 4, parts.length, part)
    return methods.split(', ').flatMap((method) => (method && method !== 'HEAD' ? `${method} ${parts.join('')}` : []))
  })
}
