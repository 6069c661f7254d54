import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/store/open-database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { type Intention, OrderLoad, send } from '#tests/builders/order-load.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import type { FreshDatabase } from '#tests/setup/fresh-folder.ts'
import { freshServerDatabase } from '#tests/setup/fresh-server-database.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'

const serverUrl = process.env.TEST_DATABASE_URL
/** Several times as long as the writer's right outlives its last renewal. */
const LEASES_MS = 3_000
const FUNDS = ['1000000000 TOMAN', '100 GOLD']

describe.skipIf(!serverUrl)('two servers on one PostgreSQL', () => {
  const made: FreshDatabase[] = []
  const running: ServerProcess[] = []
  let fresh: FreshDatabase
  let traders: VerifiedUser[]

  beforeEach(async () => {
    if (!serverUrl) throw new Error('no server')
    fresh = await freshServerDatabase(serverUrl)
    made.push(fresh)
    traders = await preparedTraders(fresh.settings, { count: 3, funds: FUNDS })
  })
  afterAll(async () => {
    for (const server of running) await server.kill()
    for (const { remove } of made) await remove()
  })

  async function start(): Promise<ServerProcess> {
    const server = await startServerProcess(fresh.settings)
    running.push(server)
    return server
  }

  test('the second waits as long as the first lives, and begins once it has ended; nothing that it acknowledged is lost', async () => {
    const first = await start()
    const load = new OrderLoad()
    const loading = load.run(first.url, traders, { name: 'first', lanes: 8 })
    await load.answered(20)
    const second = start()
    await sleep(LEASES_MS)
    expect(await Promise.race([second.then(() => 'ready'), sleep(1, 'waits')])).toBe('waits')
    load.stop()
    await loading
    expect(load.oddities).toEqual([])
    await first.stop()
    await expectAllKept(await second, load.intentions)
  }, 300_000)

  test('a first one that was paused, and wakes up when another leads, writes nothing more', async () => {
    const first = await start()
    const load = new OrderLoad()
    const loading = load.run(first.url, traders, { name: 'paused', lanes: 8 })
    await load.answered(20)
    first.pause()
    const second = await start()
    const [trader] = traders
    if (!trader) throw new Error('no trader')
    const body = { marketType: 'GOLD_TOMAN', orderType: 'LIMITED_SELL', amount: '0.1', unitPrice: '9990000' }
    const intend = (key: string): Intention => ({
      trader,
      key,
      side: 'sell',
      body: { ...body, clientOrderId: key },
      answer: undefined,
    })
    const meanwhile = intend('meanwhile-1')
    const answer = await send(second.url, meanwhile)
    expect(answer?.status).toBe(200)
    meanwhile.answer = answer?.text

    first.goOn()
    const reported = await send(first.url, intend('too-late-1'))
    expect(reported?.status ?? 503).toBe(503)
    expect(await first.ended).toBe(1)
    load.stop()
    await loading
    expect(load.oddities.filter((text) => !/"(UNAVAILABLE|OUTCOME_UNKNOWN)"/.test(text))).toEqual([])
    await expectAllKept(second, [...load.intentions, meanwhile])
    const database = await openDatabase(fresh.settings)
    const late = await database.query('select id from orders where client_order_id = $1', ['too-late-1'])
    await database.close()
    expect(late).toEqual([])
  }, 300_000)

  /** The new server repeats every acknowledged answer; every key has one order; the ledger adds up. */
  async function expectAllKept(second: ServerProcess, intentions: readonly Intention[]): Promise<void> {
    const acknowledged = intentions.filter(({ answer }) => answer !== undefined)
    expect(acknowledged.length).toBeGreaterThan(5)
    for (const intention of acknowledged)
      expect(await send(second.url, intention)).toEqual({ status: 200, text: intention.answer })
    await second.stop()
    const database = await openDatabase(fresh.settings)
    try {
      expect((await checkLedger(database)).faults).toEqual([])
      const doubled = 'select client_order_id from orders group by user_id, client_order_id having count(*) > 1'
      expect(await database.query(doubled)).toEqual([])
    } finally {
      await database.close()
    }
  }
})
