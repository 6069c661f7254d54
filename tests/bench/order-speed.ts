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
import { parentOf } from './cpu-time.ts'
import type { LoadFigures } from './load-client.ts'
import { putUnderLoad } from './put-under-load.ts'
import { writeRestingOrders } from './resting-orders.ts'

/** The figures of a load; on PostgreSQL with the number of rows that each order inserted, changed or deleted. */
export type OrderFigures = LoadFigures & { readonly rows?: number }

/**
 * A new server answers 5,000 a second and builds up a backlog of a second, which a paced load of that rate reduces only slowly: its
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
 * Orders a second through the real server, unlimited or at `perSecond`; with `batchMax` 1 each order is one statement. `resting`
 * is the number of open orders that the load never reaches.
 */
export async function measureOrders(
  settings: DatabaseSettings,
  { batchMax, perSecond, resting = 0 }: { batchMax: number; perSecond?: number; resting?: number },
): Promise<OrderFigures> {
  const traders = await preparedTraders(settings, TRADERS)
  if (resting > 0) await restOrders(settings, resting)
  const before = await countRows(settings)
  const server = await startServerProcess(settings, { ...REAL, BATCH_MAX: String(batchMax) })
  const figures = await loadServer(server, settings, {
    tokens: traders.map(({ token }) => token),
    name: `batch${batchMax}`,
    ...(perSecond !== undefined && { perSecond, warmUpMs: PACED_WARM_UP_MS }),
  }).finally(() => server.stop())
  const after = await countRows(settings)
  if (!before || !after) return figures
  return { ...figures, rows: (after.rows - before.rows) / (after.orders - before.orders) }
}

async function loadServer(
  { url, pid }: { readonly url: string; readonly pid: number },
  { databaseUrl }: DatabaseSettings,
  job: { tokens: string[]; name: string; perSecond?: number },
): Promise<LoadFigures> {
  const cpuOf = databaseUrl === undefined ? [pid] : [pid, await postmasterOf(databaseUrl)]
  return putUnderLoad({ ...LOAD, ...job, port: Number(new URL(url).port), cpuOf })
}

/** The parent process of all processes of a PostgreSQL server. */
const postmasterOf = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0)
  })

/** The number of rows ever written, and of new orders among them; PostgreSQL alone counts them. */
async function countRows({ databaseUrl }: DatabaseSettings): Promise<{ rows: number; orders: number } | undefined> {
  if (databaseUrl === undefined) return undefined
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ rows: number; orders: number }>(
      `select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as rows, (select count(*) from orders)::float8 as orders
       from pg_stat_user_tables`,
    )
    return rows[0]
  })
}

async function withClient<Result>(databaseUrl: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
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
    return await putUnderLoad({
      ...LOAD,
      port: server.port,
      tokens: ['0'.repeat(43)],
      name: 'bare',
      cpuOf: [server.pid],
    })
  } finally {
    await server.stop()
  }
}

/** The same orders, each in one transaction with row locks, over 32 connections. */
export async function measureClassic(settings: DatabaseSettings): Promise<LoadFigures> {
  const traders = await preparedTraders(settings, TRADERS)
  await withClient(settings.databaseUrl ?? '', (client) =>
    client.query(`
      create sequence classic_orders; create sequence classic_trades; create sequence classic_entries start 1000000;
      create index classic_book on orders (market_id, side, unit_price, id) where status = 'IS_OPEN'`),
  )
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
  // Writes by earlier measurements that the disk has not finished must not count in this one.
  await promisify(execFile)('sync')
  const { settings, remove } = serverUrl === undefined ? await freshFolder() : await freshServerDatabase(serverUrl)
  try {
    return await measure(settings)
  } finally {
    await remove()
    if (settings.dataDir !== '') await rm(settings.dataDir, { recursive: true, force: true })
  }
}
