import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'
import { fillHistory, type GrowthSize } from './growth-fill.ts'
import { REAL, TRADERS } from './order-speed.ts'
import { putUnderLoad } from './put-under-load.ts'

/** Reports a figure with the name of its row. */
export type Report = (name: string, figure: string) => void

/** The pages that a customer with a long history opens, the first and a later one of each. */
const PAGES = [
  ['own orders', '/api/orders?orderStatus=FINISHED_WITH_TRANSACTION&size=20'],
  ['own orders, page 400', '/api/orders?orderStatus=FINISHED_WITH_TRANSACTION&size=20&page=400'],
  ['open orders', '/api/orders?orderStatus=IS_OPEN&size=20'],
  ['own trades', '/api/trades?size=20'],
  ['own trades of a market', '/api/trades?size=20&destinationCoin=GOLD'],
  ['logins', '/api/users/login-history?size=20'],
  ['deposits', '/api/wallets/deposit?size=20'],
  ['invites', '/api/users/invites'],
  ['account', '/api/users/account'],
] as const
const READS = 40

/**
 * Fills a new database with a year of history and measures the figures that must not grow with it: starts, memory, pages, orders under load, a stop,
 * and the proof of the ledger.
 */
export async function measureGrowth(settings: DatabaseSettings, size: GrowthSize, report: Report): Promise<void> {
  const [, bot, ...traders] = await preparedTraders(settings, { ...TRADERS, count: 4 })
  if (!bot || settings.databaseUrl === undefined) throw new Error('size is measured on a PostgreSQL server')
  const tokens = traders.map(({ token }) => token)
  const since = performance.now()
  await fillHistory(settings.databaseUrl, { ...size, botId: bot.userId })
  report('filled', seconds(performance.now() - since))
  const dataDir = await mkdtemp(join(tmpdir(), 'kimia-growth-'))
  try {
    const place = { ...settings, dataDir }
    const first = await startServerProcess(place, REAL)
    report('first start, all unproven: serves after', seconds(first.readyMs))
    await reportOrders(first, tokens, { report, when: 'while the ledger is proven behind' })
    report('the ledger is proven after', seconds(await untilProven(settings)))
    await reportStop(first, tokens, report)
    const server = await startServerProcess(place, REAL)
    report('restart', seconds(server.readyMs))
    report('public statistics, first after a start', ms(await timeOf(server, '/api/trades/crypto-info', undefined)))
    await sleep(10_000)
    report('memory after the start', `${await residentMegabytes(server)} MB`)
    await reportPages(server, bot.token, report)
    await reportOrders(server, tokens, { report, when: 'at 1,000 a second' })
    await reportOrders(server, tokens, {
      report,
      when: 'beside eight readers of a long history',
      readerToken: bot.token,
    })
    await server.stop()
    await reportCheck(settings, report)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const seconds = (took: number) => `${(took / 1_000).toFixed(1)} s`
const ms = (took: number) => `${took.toFixed(1)} ms`

let loads = 0
const load = (server: ServerProcess, tokens: readonly string[]) => ({
  port: Number(new URL(server.url).port),
  tokens,
  name: `growth${++loads}`,
  warmUpMs: 4_000,
  measureMs: 10_000,
})

async function reportOrders(
  server: ServerProcess,
  tokens: readonly string[],
  { report, when, readerToken }: { report: Report; when: string; readerToken?: string },
): Promise<void> {
  const orders = { ...load(server, tokens), path: '/api/orders/{side}', connections: 64, perSecond: 1_000 }
  const reads = { ...load(server, [readerToken ?? '']), path: PAGES[0][1], connections: 8, perSecond: 80 }
  const [figures] = await Promise.all([
    putUnderLoad(orders),
    readerToken === undefined ? undefined : putUnderLoad({ ...reads, reads: 'whole' }),
  ])
  report(`order, ${when}: p50, p99`, `${ms(figures.p50Ms)}, ${ms(figures.p99Ms)}`)
}

async function untilProven(settings: DatabaseSettings): Promise<number> {
  const since = performance.now()
  const database = await openDatabase(settings)
  const isBehind = async () => {
    const [row] = await database.query<{ behind: boolean }>(
      'select seq < (select max(seq) from ledger_entries) as behind from ledger_proofs',
    )
    return row?.behind ?? true
  }
  while (await isBehind()) await sleep(250)
  await database.close()
  return performance.now() - since
}

/** Measures a stop while orders keep coming. */
async function reportStop(server: ServerProcess, tokens: readonly string[], report: Report): Promise<void> {
  const orders = { ...load(server, tokens), path: '/api/orders/{side}', connections: 64, perSecond: 1_000 }
  const loading = putUnderLoad(orders).catch(() => undefined)
  await sleep(8_000)
  const since = performance.now()
  await server.stop()
  report('a stop under load', seconds(performance.now() - since))
  await loading
}

async function reportPages(server: ServerProcess, token: string, report: Report): Promise<void> {
  for (const [name, path] of PAGES) {
    const times: number[] = []
    for (let i = 0; i < READS; i++) times.push(await timeOf(server, path, token))
    const [first = 0] = times
    times.sort((a, b) => a - b)
    report(
      `${name}: first, median, worst of ${READS}`,
      [first, times[READS / 2] ?? 0, times.at(-1) ?? 0].map(ms).join(', '),
    )
  }
}

async function timeOf(server: ServerProcess, path: string, token: string | undefined): Promise<number> {
  const since = performance.now()
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`${server.url}${path}`, { headers })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
  return performance.now() - since
}

async function residentMegabytes({ pid }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024)
}

async function reportCheck(settings: DatabaseSettings, report: Report): Promise<void> {
  const database = await openDatabase(settings)
  let longest = 0
  const timed = {
    ...database,
    transaction: async <Result>(work: Parameters<typeof database.transaction<Result>>[0]) => {
      const since = performance.now()
      const result = await database.transaction(work)
      longest = Math.max(longest, performance.now() - since)
      return result
    },
  }
  const since = performance.now()
  const { faults } = await checkLedger(timed)
  report('ledger:check, and its longest step', `${seconds(performance.now() - since)}, ${seconds(longest)}`)
  await database.close()
  if (faults.length > 0) throw new Error(faults.join('; '))
}
