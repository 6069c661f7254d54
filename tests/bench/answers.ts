import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'
import type { Report } from './growth.ts'
import { REAL, TRADERS } from './order-speed.ts'
import { putUnderLoad } from './put-under-load.ts'

/** SQL writes them, a million rows in a statement, under keys like those of clients. */
const ANSWERS = 20_000_000
const ROWS_AT_ONCE = 1_000_000

/** Measures the start, the memory and the orders of a server with no remembered answers and with those of a very busy day. */
export async function measureAnswers(settings: DatabaseSettings, report: Report): Promise<void> {
  const traders = await preparedTraders(settings, TRADERS)
  const [oldest, ...others] = traders
  if (!oldest) throw new Error('nobody trades')
  const tokens = others.map(({ token }) => token)
  const before = await startServerProcess(settings, REAL)
  const first = await place(before, oldest.token)
  await reportServer(before, tokens, { report, when: 'without answers' })
  await before.stop()
  await fill(settings, oldest.userId)
  const after = await startServerProcess(settings, REAL)
  const repeat = await place(after, oldest.token)
  report('the oldest key gets its first answer', repeat === first ? 'yes' : `no: ${repeat} instead of ${first}`)
  await reportServer(after, tokens, { report, when: `with ${ANSWERS.toLocaleString('en')} answers in the window` })
  await after.stop()
}

async function reportServer(
  server: ServerProcess,
  tokens: readonly string[],
  { report, when }: { report: Report; when: string },
): Promise<void> {
  report(`start, ${when}`, `${(server.readyMs / 1_000).toFixed(1)} s`)
  await sleep(5_000)
  report(`memory, ${when}`, `${await residentMegabytes(server)} MB`)
  const load = { port: Number(new URL(server.url).port), tokens, connections: 64, path: '/api/orders/{side}' }
  const most = await putUnderLoad({
    ...load,
    name: `most ${when}`.replaceAll(/\W/g, ''),
    warmUpMs: 4_000,
    measureMs: 8_000,
  })
  report(`orders a second, ${when}`, Math.round(most.perSecond).toLocaleString('en'))
  const half = { ...load, perSecond: most.perSecond / 2, name: `half ${when}`.replaceAll(/\W/g, '') }
  const { p50Ms, p99Ms } = await putUnderLoad({ ...half, warmUpMs: 4_000, measureMs: 8_000 })
  report(`order at half of that: p50, p99, ${when}`, `${p50Ms.toFixed(1)} ms, ${p99Ms.toFixed(1)} ms`)
}

async function fill(settings: DatabaseSettings, userId: number): Promise<void> {
  const database = await openDatabase(settings)
  for (let from = 0; from < ANSWERS; from += ROWS_AT_ONCE)
    await database.query(
      `insert into outcomes (user_id, key, fingerprint, outcome, at)
       select 1000000 + n % 20000, gen_random_uuid()::text, 'BUY LIMITED 3 100000 1000000000000000', n || ' O',
         now() - interval '23 hours' + n * interval '4 milliseconds' from generate_series($1::bigint, $2::bigint) as n`,
      [from, from + ROWS_AT_ONCE - 1],
    )
  await database.query(
    `update outcomes set at = now() - interval '23 hours 50 minutes' where user_id = $1 and key = 'oldest'`,
    [userId],
  )
  await database.query('analyze outcomes')
  await database.close()
}

/** Places an order under a trader's oldest key. Returns its id. */
async function place(server: ServerProcess, token: string): Promise<string> {
  const order = { marketType: 'GOLD_TOMAN', orderType: 'LIMITED_BUY', amount: '0.1', unitPrice: '9000000' }
  const response = await fetch(`${server.url}/api/orders/buy`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...order, clientOrderId: 'oldest' }),
  })
  const { baseDTO } = (await response.json()) as { baseDTO?: { id?: string } }
  return baseDTO?.id ?? `status ${response.status}`
}

async function residentMegabytes({ pid }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024)
}
