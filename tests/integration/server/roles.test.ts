import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/store/open-database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { OrderLoad, send } from '#tests/builders/order-load.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import { freePort } from '#tests/setup/free-port.ts'
import type { FreshDatabase } from '#tests/setup/fresh-folder.ts'
import { freshServerDatabase } from '#tests/setup/fresh-server-database.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const PROCESS_SECRET = 'known to these processes and nobody else'
const ENCRYPTION_KEYS = `1:${Buffer.alloc(32, 1).toString('base64')}`
/** As the product has it. */
const WRITER_LEASE_MS = '3000'

// The built-in database admits one process.
describe.skipIf(!serverUrl)('a writer, two processes that answer, and one for the jobs', () => {
  let fresh: FreshDatabase
  let traders: readonly VerifiedUser[]
  const running: ServerProcess[] = []
  const start = async (env: Readonly<Record<string, string>>) => {
    const server = await startServerProcess(fresh.settings, {
      PROCESS_SECRET,
      ENCRYPTION_KEYS,
      WRITER_LEASE_MS,
      ...env,
    })
    running.push(server)
    return server
  }
  const startWriter = async () => start({ ROLE: 'writer', WRITER_ADDRESS: `http://127.0.0.1:${await freePort()}` })
  let writer: ServerProcess
  let first: ServerProcess
  let second: ServerProcess

  beforeAll(async () => {
    fresh = await freshServerDatabase(serverUrl ?? '')
    traders = await preparedTraders(fresh.settings, { count: 5, funds: ['1000000000 TOMAN', '100 GOLD'] })
    writer = await startWriter()
    ;[first, second] = await Promise.all([start({ ROLE: 'api' }), start({ ROLE: 'api' }), start({ ROLE: 'jobs' })])
  })
  afterAll(async () => {
    await Promise.all(running.map((each) => each.kill()))
    await fresh.remove()
  })

  const bookOf = async ({ url }: ServerProcess) =>
    (await fetch(`${url}/api/orders/order-book?marketType=GOLD_TOMAN`)).text()

  test('an order at one meets an order at the other, and both show the same book', async () => {
    const [ali, sara] = traders
    if (!ali || !sara) throw new Error('there are no traders')
    const body = { marketType: 'GOLD_TOMAN', amount: '0.5', unitPrice: '9876000' }
    const sale = { ...body, orderType: 'LIMITED_SELL', clientOrderId: 'sale-of-ali' }
    const purchase = { ...body, orderType: 'LIMITED_BUY', clientOrderId: 'purchase-of-sara' }
    const sold = await send(first.url, { trader: ali, key: 'sale-of-ali', side: 'sell', body: sale, answer: undefined })
    const bought = await send(second.url, {
      trader: sara,
      key: 'purchase-of-sara',
      side: 'buy',
      body: purchase,
      answer: undefined,
    })
    expect(sold).toMatchObject({ status: 200, text: expect.stringContaining('IS_OPEN') })
    expect(bought).toMatchObject({ status: 200, text: expect.stringContaining('FINISHED_WITH_TRANSACTION') })
    // The same key at the other process is the same order.
    const again = await send(second.url, {
      trader: ali,
      key: 'sale-of-ali',
      side: 'sell',
      body: sale,
      answer: undefined,
    })
    expect(again).toEqual(sold)
    await expect.poll(async () => (await bookOf(first)) === (await bookOf(second))).toBe(true)
  })

  test('a session that ends at one is refused at the other, too, although it was used there just before', async () => {
    const [, , , mina] = traders
    const headers = { authorization: `Bearer ${mina?.token}` }
    const statusAt = async ({ url }: ServerProcess) => (await fetch(`${url}/api/users/account`, { headers })).status
    expect([await statusAt(first), await statusAt(second)]).toEqual([200, 200])
    const ended = await fetch(`${first.url}/api/users/logout`, { headers })
    expect(ended.status).toBe(200)
    await expect.poll(() => statusAt(second), { interval: 50 }).toBe(401)
  })

  test('while the writer is killed under load nothing is refused, lost or doubled', async () => {
    const standby = startWriter()
    const loads = [first, second].map(({ url }, i) => {
      const load = new OrderLoad()
      return { load, loading: load.run(url, traders.slice(0, 3), { name: `load-${i}`, lanes: 6 }) }
    })
    const answered = () => loads.flatMap(({ load }) => load.intentions).filter(({ answer }) => answer !== undefined)
    await Promise.all(loads.map(({ load }) => load.answered(30)))
    await writer.kill()
    const killedAt = performance.now()
    // Answers of before may still be on their way.
    await sleep(200)
    const before = answered().length
    await expect.poll(() => answered().length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(before)
    const stood = performance.now() - killedAt
    await sleep(500)
    for (const { load } of loads) load.stop()
    await Promise.all(loads.map(({ loading }) => loading))
    process.stdout.write(`the next writer answered ${Math.round(stood)} ms after the death of the first\n`)
    await standby
    expect(loads.flatMap(({ load }) => load.oddities)).toEqual([])
    for (const intention of answered().slice(-60))
      expect(await send(second.url, intention)).toEqual({ status: 200, text: intention.answer })
    const database = await openDatabase(fresh.settings)
    const keys = answered().map(({ key }) => key)
    const [row] = await database.query<{ count: bigint }>(
      'select count(*) as count from orders where client_order_id = any($1)',
      [keys],
    )
    expect(row?.count).toBe(BigInt(keys.length))
    expect((await checkLedger(database)).faults).toEqual([])
    await database.close()
  })

  test('one that is asked to end says so to the balancer, goes on answering meanwhile, and ends well', async () => {
    const statusOf = async (path: string) => (await fetch(`${first.url}${path}`)).status
    expect(await statusOf('/api/ready')).toBe(200)
    first.interrupt()
    await expect.poll(() => statusOf('/api/ready'), { interval: 50 }).toBe(503)
    expect(await statusOf('/api/coins')).toBe(200)
    expect(await first.ended).toBe(0)
  })
})
