import { readFile } from 'node:fs/promises'
import { cpus, loadavg, platform, release, totalmem } from 'node:os'
import { findPostgres } from '#tests/setup/find-postgres.ts'
import { startPostgresServer } from '#tests/setup/postgres-server.ts'
import { measureEngines } from './engine-speed.ts'
import type { LoadFigures } from './load-client.ts'
import { measureBareFastify, measureClassic, measureOrders, onFreshDatabase } from './order-speed.ts'
import { measureRebuild } from './rebuild-time.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const whole = (figure: number) => Math.round(figure).toLocaleString('en')
const BATCH_MAX = 1_000

/** One row of the table, with the load of the machine when it was measured: other work spoils figures. */
function row(name: string, figures: string): void {
  say(`| ${name} | ${figures} | ${loadavg()[0]?.toFixed(1)} |`)
}

const orders = ({ perSecond, p50Ms, p99Ms }: LoadFigures) =>
  `${whole(perSecond)} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)}`

async function measureHttp(serverUrl: string | undefined): Promise<void> {
  say('\n| orders through HTTP, 64 connections | orders/s | p50 ms | p99 ms | load |\n|---|---|---|---|---|')
  row('bare Fastify, which does nothing', orders(await measureBareFastify()))
  const engines = serverUrl === undefined ? [undefined] : [undefined, serverUrl]
  for (const url of engines) {
    const name = url === undefined ? 'PGlite' : 'PostgreSQL'
    const measure = (batchMax: number) => onFreshDatabase(url, (settings) => measureOrders(settings, { batchMax }))
    row(`Kimia on ${name}`, orders(await measure(BATCH_MAX)))
    row(`Kimia on ${name}, one statement an order`, orders(await measure(1)))
  }
  if (serverUrl !== undefined)
    row(
      'one transaction an order, 32 connections, PostgreSQL',
      orders(await onFreshDatabase(serverUrl, measureClassic)),
    )
}

function measureBooks(): void {
  say('\n| operations on a book | Kimia ops/s | nodejs-order-book ops/s | ratio | load |\n|---|---|---|---|---|')
  for (const deep of [false, true]) {
    const { ours, theirs } = measureEngines({ deep })
    const name = deep ? '100,000 orders rest on 40 levels' : 'a book that begins empty'
    row(name, `${whole(ours)} | ${whole(theirs)} | ${(ours / theirs).toFixed(1)}`)
  }
}

async function measureRebuilding(serverUrl: string | undefined): Promise<void> {
  say('\n| rebuilding 100,000 open orders | ms | load |\n|---|---|---|')
  row('PGlite', whole(await onFreshDatabase(undefined, measureRebuild)))
  if (serverUrl !== undefined) row('PostgreSQL', whole(await onFreshDatabase(serverUrl, measureRebuild)))
}

async function describeMachine(): Promise<string> {
  const [cpu] = cpus()
  const { version } = JSON.parse(await readFile('node_modules/@electric-sql/pglite/package.json', 'utf8'))
  return `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()}, Node ${process.version}, PGlite ${version}`
}

const binaries = findPostgres()
const server = binaries === undefined ? undefined : await startPostgresServer({ binaries, durable: true })
try {
  say(await describeMachine())
  if (server === undefined) say('No PostgreSQL here: its rows are left out.')
  measureBooks()
  await measureRebuilding(server?.url)
  await measureHttp(server?.url)
} finally {
  await server?.stop()
}
