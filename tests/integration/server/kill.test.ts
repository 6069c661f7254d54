import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { type Intention, OrderLoad, send } from '#tests/builders/order-load.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import { type FreshDatabase, freshFolder } from '#tests/setup/fresh-folder.ts'
import { freshServerDatabase } from '#tests/setup/fresh-server-database.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'

const serverUrl = process.env.TEST_DATABASE_URL
/** Twenty kills in all; fewer for the engine that takes longer to start. */
const ENGINES: { name: string; kills: number; make: () => Promise<FreshDatabase> }[] = serverUrl
  ? [
      { name: 'PGlite', kills: 7, make: () => freshFolder('real') },
      { name: 'PostgreSQL', kills: 13, make: () => freshServerDatabase(serverUrl) },
    ]
  : [{ name: 'PGlite', kills: 20, make: () => freshFolder('real') }]

const TRADERS = 5
const GIVEN = { TOMAN: '1000000000', GOLD: '100' }

describe.each(ENGINES)('a server on $name that is killed under load', ({ kills, make }) => {
  const made: FreshDatabase[] = []
  let running: ServerProcess | undefined
  afterAll(async () => {
    await running?.kill()
    for (const { remove } of made) await remove()
  })

  test(`${kills} times: keeps every acknowledged order, once, and not one unit too many or too few`, async () => {
    const fresh = await make()
    made.push(fresh)
    const { settings } = fresh
    const funds = Object.entries(GIVEN).map(([symbol, quantity]) => `${quantity} ${symbol}`)
    const traders = await preparedTraders(settings, { count: TRADERS, funds })
    const all: Intention[] = []
    let unanswered: Intention[] = []
    const restartsMs: number[] = []
    running = await startServerProcess(settings)
    for (let kill = 0; kill < kills; kill++) {
      const load = new OrderLoad()
      const loading = load.run(running.url, traders, { name: `round-${kill}`, lanes: 12 })
      await load.answered(1)
      await sleep(randomInt(400))
      await running.kill()
      await loading
      expect(load.oddities).toEqual([])
      all.push(...load.intentions)
      unanswered = load.intentions.filter(({ answer }) => answer === undefined)

      running = await startServerProcess(settings)
      restartsMs.push(running.readyMs)
      const { url } = running
      const acknowledged = load.intentions.filter(({ answer }) => answer !== undefined)
      expect(acknowledged.length).toBeGreaterThan(0)
      for (const intention of acknowledged)
        expect(await send(url, intention)).toEqual({ status: 200, text: intention.answer })
      // Half of the unanswered commands are sent again; the others stay as they are.
      for (const intention of unanswered.filter((_, i) => i % 2 === 0)) {
        const answer = await send(url, intention)
        expect(answer?.status).toBe(200)
        intention.answer = answer?.text
      }
    }
    await running.stop()
    running = undefined
    process.stdout.write(
      `killed ${kills} times with ${all.length} orders asked for: serves again after ${Math.round(Math.max(...restartsMs))} ms at most\n`,
    )
    await examine(settings, { intentions: all, traderIds: traders.map(({ userId }) => userId) })
  }, 400_000)
})

interface Row {
  id: bigint
  client_order_id: string
}

async function examine(
  settings: DatabaseSettings,
  { intentions, traderIds }: { intentions: readonly Intention[]; traderIds: readonly number[] },
): Promise<void> {
  const database = await openDatabase(settings)
  try {
    const rows = await database.query<Row>('select id, client_order_id from orders where user_id = any($1)', [
      traderIds,
    ])
    const idOf = new Map(rows.map(({ id, client_order_id: key }) => [key, String(id)]))
    expect(idOf.size, 'no key has two orders').toBe(rows.length)
    const known = new Set(intentions.map(({ key }) => key))
    expect([...idOf.keys()].filter((key) => !known.has(key))).toEqual([])
    for (const { key, answer } of intentions) if (answer) expect(answer).toContain(`"id":"${idOf.get(key)}"`)
    expect((await checkLedger(database)).faults).toEqual([])
    await expectNothingLost(database, traderIds)
  } finally {
    await database.close()
  }
}

/** The traders still own the funds they were given, less their fees, which the exchange owns. */
async function expectNothingLost(database: Database, traderIds: readonly number[]): Promise<void> {
  const sums = await database.query<{ symbol: string; whole: bigint; rest: bigint }>(
    `select symbol, (sum(available + blocked) / power(10::numeric, decimals))::numeric(38, 0) as whole,
       mod(sum(available + blocked), power(10::numeric, decimals))::numeric(38, 0) as rest
     from balances join coins on coins.id = coin_id where owner_id = any($1) or owner_id = -1 group by symbol, decimals`,
    [traderIds],
  )
  const inHand = new Map(sums.map(({ symbol, whole, rest }) => [symbol, `${whole} ${rest}`]))
  for (const [symbol, quantity] of Object.entries(GIVEN))
    expect(inHand.get(symbol)).toBe(`${BigInt(quantity) * BigInt(TRADERS)} 0`)
}
