import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { readCatalogue } from '#server/store/catalogue.ts'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import { freshFolder } from '#tests/setup/fresh-folder.ts'
import { freshServerDatabase } from '#tests/setup/fresh-server-database.ts'
import { startServerProcess } from '#tests/setup/server-process.ts'
import { startBenchProcess } from './bench-process.ts'
import { cpuTimeOf } from './cpu-time.ts'
import type { LoadFigures, LoadJob } from './load-client.ts'
import { putUnderLoad } from './put-under-load.ts'
import { writeRestingOrders } from './resting-orders.ts'

/** What a load came to, and what an order cost the processors of server and database. */
export type OrderFigures = LoadFigures & { readonly cpuUs: number }

/**
 * A server that has just started answers 5,000 a second and builds up a backlog of a second, which a paced load of that rate sheds only slowly: its
 * times would be those of the start.
 */
const PACED_WARM_UP_MS = 12_000
const LOAD = { connections: 64, warmUpMs: 4_000, measureMs: 8_000, path: '/api/orders/{side}' }
export const TRADERS = { count: 64, funds: ['1000000000000000 TOMAN', '1000000000 GOLD'] }
export const REAL = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://kimia.example',
  ALLOW_SANDBOX: 'yes',
  GOLD_HOURS: 'always',
  ENCRYPTION_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
}

/**
 * Orders a second through the real server, as many as it can or `perSecond`; `batchMax` 1 is one statement for each order. `resting`
 * orders stand on the book that the load never reaches.
 */
export async function measureOrders(
  settings: DatabaseSettings,
  { batchMax, perSecond, resting = 0 }: { batchMax: number; perSecond?: number; resting?: number },
): Promise<OrderFigures> {
  const traders = await preparedTraders(settings, TRADERS)
  if (resting > 0) await restOrders(settings, resting)
  const server = await startServerProcess(settings, { ...REAL, BATCH_MAX: String(batchMax) })
  try {
    const tokens = traders.map(({ token }) => token)
    const pace = perSecond === undefined ? {} : { perSecond, warmUpMs: PACED_WARM_UP_MS }
    const job = { ...LOAD, ...pace, port: Number(new URL(server.url).port), tokens, name: `batch${batchMax}` }
    return await loadWithCpu(server.pid, { withPostgres: settings.databaseUrl !== undefined }, job)
  } finally {
    await server.stop()
  }
}

/** The warming up counts too: its orders are taken to come as fast as those that are measured. */
async function loadWithCpu(pid: number, whose: { withPostgres: boolean }, job: LoadJob): Promise<OrderFigures> {
  const before = await cpuTimeOf(pid, whose)
  const figures = await putUnderLoad(job)
  const orders = figures.perSecond * ((job.warmUpMs + job.measureMs) / 1_000)
  return { ...figures, cpuUs: ((await cpuTimeOf(pid, whose)) - before) / orders }
}

async function restOrders(settings: DatabaseSettings, count: number): Promise<void> {
  const database = await openDatabase(settings)
  const { marketBySymbol } = await readCatalogue(database)
  const market = marketBySymbol.get('GOLD_TOMAN')
  if (!market) throw new Error('the catalogue has no market of gold')
  await writeRestingOrders(database, { count, market })
  await database.close()
}

export async function measureBareFastify(): Promise<OrderFigures> {
  const server = await startBenchProcess('tests/bench/bare-server.ts')
  try {
    const job = { ...LOAD, port: server.port, tokens: ['0'.repeat(43)], name: 'bare' }
    return await loadWithCpu(server.pid, { withPostgres: false }, job)
  } finally {
    await server.stop()
  }
}

/** The same orders, one transaction with row locks each, over 32 connections. */
export async function measureClassic(settings: DatabaseSettings): Promise<LoadFigures> {
  const traders = await preparedTraders(settings, TRADERS)
  const client = new Client({ connectionString: settings.databaseUrl })
  await client.connect()
  await client.query(`
    create sequence classic_orders; create sequence classic_trades; create sequence classic_entries start 1000000;
    create index classic_book on orders (market_id, side, unit_price, id) where status = 'IS_OPEN'`)
  await client.end()
  const server = await startBenchProcess('tests/bench/classic-server.ts', { DATABASE_URL: settings.databaseUrl ?? '' })
  try {
    const tokens = traders.map(({ userId }) => String(userId))
    return await putUnderLoad({ ...LOAD, port: server.port, tokens, name: 'classic' })
  } finally {
    await server.stop()
  }
}

/** A database that syncs as a real one does, for one measurement. */
export async function onFreshDatabase<Result>(
  serverUrl: string | undefined,
  measure: (settings: DatabaseSettings) => Promise<Result>,
): Promise<Result> {
  // What earlier measurements have left for the disk to do is no part of this one.
  await promisify(execFile)('sync')
  const { settings, remove } = serverUrl === undefined ? await freshFolder() : await freshServerDatabase(serverUrl)
  try {
    return await measure(settings)
  } finally {
    await remove()
    if (settings.dataDir !== '') await rm(settings.dataDir, { recursive: true, force: true })
  }
}
