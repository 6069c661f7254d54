import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/store/open-database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { OrderLoad, send } from '#tests/builders/order-load.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import { freshServerDatabase } from '#tests/setup/fresh-server-database.ts'
import { findPostgres } from '#tests/setup/postgres.ts'
import { type OwnPostgresServer, startPostgresServer } from '#tests/setup/postgres-server.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'

const binaries = findPostgres()
const KILLS = 3

describe.skipIf(!binaries)('a PostgreSQL that is killed under load', () => {
  let postgres: OwnPostgresServer | undefined
  let server: ServerProcess | undefined
  afterAll(async () => {
    await server?.kill()
    await postgres?.stop()
  })

  test(`${KILLS} times: the exchange waits for it and goes on, and nothing acknowledged is lost`, async () => {
    if (!binaries) throw new Error('no PostgreSQL')
    postgres = await startPostgresServer({ binaries, durable: true })
    const { settings } = await freshServerDatabase(postgres.url)
    const traders = await preparedTraders(settings, { count: 3, funds: ['1000000000 TOMAN', '100 GOLD'] })
    server = await startServerProcess(settings)
    const { url } = server
    const load = new OrderLoad()
    const loading = load.run(url, traders, { name: 'load', lanes: 8 })
    const outagesMs: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      await load.answered(1)
      await sleep(500)
      const before = load.intentions.length
      const began = performance.now()
      await postgres.killAndRestart()
      while (!load.intentions.slice(before).some(({ answer }) => answer !== undefined)) await sleep(20)
      outagesMs.push(performance.now() - began)
    }
    load.stop()
    await loading
    expect(load.oddities.filter((text) => !/"(UNAVAILABLE|OUTCOME_UNKNOWN)"/.test(text))).toEqual([])
    const acknowledged = load.intentions.filter(({ answer }) => answer !== undefined)
    for (const intention of acknowledged)
      expect(await send(url, intention)).toEqual({ status: 200, text: intention.answer })
    await server.stop()
    server = undefined
    process.stdout.write(
      `PostgreSQL killed ${KILLS} times with ${acknowledged.length} orders acknowledged: orders are answered again after ${outagesMs.map(Math.round).join(', ')} ms\n`,
    )
    const database = await openDatabase(settings)
    expect((await checkLedger(database)).faults).toEqual([])
    const doubled = 'select client_order_id from orders group by user_id, client_order_id having count(*) > 1'
    expect(await database.query(doubled)).toEqual([])
    await database.close()
  }, 300_000)
})
