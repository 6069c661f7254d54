import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/store/open-database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { OrderLoad, send } from '#tests/builders/order-load.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { FreshDatabase } from '#tests/setup/fresh-folder.ts'
import { freshServerDatabase } from '#tests/setup/fresh-server-database.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const SETTINGS = { WRITER_LEASE_MS: '900', ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}` }
const LEASES_MS = 3_000

// The built-in database admits one process.
describe.skipIf(!serverUrl)('a second server on the same database', () => {
  const made: FreshDatabase[] = []
  const running: ServerProcess[] = []
  afterAll(async () => {
    for (const each of running) await each.kill()
    for (const { remove } of made) await remove()
  })

  async function start(fresh: FreshDatabase): Promise<ServerProcess> {
    const server = await startServerProcess(fresh.settings, SETTINGS)
    running.push(server)
    return server
  }
  async function prepare() {
    const fresh = await freshServerDatabase(serverUrl ?? '')
    made.push(fresh)
    const traders = await preparedTraders(fresh.settings, { count: 3, funds: ['1000000000 TOMAN', '100 GOLD'] })
    return { fresh, traders, first: await start(fresh) }
  }
  async function faults(fresh: FreshDatabase) {
    const database = await openDatabase(fresh.settings)
    const { faults } = await checkLedger(database)
    await database.close()
    return faults
  }
  /** Whether it is ready, or still waits. */
  const isReady = (server: Promise<ServerProcess>) => Promise.race([server.then(() => true), sleep(1, false)])

  test('waits for the first as long as it lives, and begins once it has ended', async () => {
    const { fresh, traders, first } = await prepare()
    const second = start(fresh)
    const load = new OrderLoad()
    const loading = load.run(first.url, traders, { name: 'first', lanes: 4 })
    await sleep(LEASES_MS)
    expect(await isReady(second)).toBe(false)
    expect(load.oddities).toEqual([])
    load.stop()
    await loading
    await first.stop()
    const { url } = await second
    for (const intention of load.intentions.slice(0, 20))
      expect(await send(url, intention)).toEqual({ status: 200, text: intention.answer })
    await (await second).stop()
    expect(await faults(fresh)).toEqual([])
  })

  test('takes over from one that is frozen, which answers nothing when it goes on, and ends', async () => {
    const { fresh, traders, first } = await prepare()
    const load = new OrderLoad()
    const loading = load.run(first.url, traders, { name: 'first', lanes: 4 })
    await load.answered(20)
    const second = start(fresh)
    first.pause()
    const { url } = await second
    // The second one is asked for what the frozen one has still to answer.
    for (const intention of load.intentions) expect((await send(url, intention))?.status).toBe(200)
    load.stop()
    first.goOn()
    expect(await first.ended).toBe(1)
    await loading
    const acknowledged = load.intentions.filter(({ answer }) => answer !== undefined)
    expect(acknowledged.length).toBeGreaterThanOrEqual(20)
    for (const intention of acknowledged)
      expect(await send(url, intention)).toEqual({ status: 200, text: intention.answer })
    expect(await faults(fresh)).toEqual([])
  })
})
