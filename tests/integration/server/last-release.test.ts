import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LAST_RELEASE, migrate, readMigrations, STOPS_LAST_RELEASE } from '#server/store/migrate.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { OrderLoad, send } from '#tests/builders/order-load.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import { checkOut } from '#tests/setup/check-out.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { type FreshDatabase, freshFolder } from '#tests/setup/fresh-folder.ts'
import { freshServerDatabase } from '#tests/setup/fresh-server-database.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const PROCESS_SECRET = 'known to these processes and nobody else'
/** As the product has it. */
const WRITER_LEASE_MS = '3000'

/** A migration of the next release: it stands here too while this version has none that the last release does not know. */
const NEXT = {
  name: '9999-of-the-next-release',
  sql: `alter table orders add column of_the_next text; alter table users add column of_the_next integer not null default 0;
    create table of_the_next (id bigint primary key)`,
  checksum: 'next',
}

async function migrateTo({ settings }: FreshDatabase, next: typeof NEXT): Promise<void> {
  const database = await openDatabase(settings)
  await migrate(database, [...(await readMigrations('src/server/store/migrations')), next])
  await database.close()
}

type Version = 'old' | 'new'

test('the last release opens the built-in database that this version has migrated, and takes orders there', async () => {
  const old = await checkOut(LAST_RELEASE.commit)
  const fresh = await freshFolder()
  const [ali] = await preparedTraders(fresh.settings, { count: 1, funds: ['1000000000 TOMAN', '100 GOLD'] })
  await migrateTo(fresh, NEXT)
  const server = await startServerProcess(fresh.settings, {}, { folder: old.folder })
  const load = new OrderLoad()
  const loading = load.run(server.url, ali ? [ali] : [], { name: 'load', lanes: 1 })
  await load.answered(5)
  load.stop()
  await loading
  expect(load.oddities).toEqual([])
  await server.stop()
  await fresh.remove()
  await old.remove()
})

// The built-in database admits one process.
describe.skipIf(!serverUrl)('the last release beside this version, on its database', () => {
  let old: { folder: string; remove(): Promise<void> }
  let fresh: FreshDatabase
  let traders: readonly VerifiedUser[]
  const running: ServerProcess[] = []

  const start = async (
    version: Version,
    { onSaid = () => undefined, ...env }: { ROLE: string; WRITER_ADDRESS?: string; onSaid?: (words: string) => void },
  ) => {
    const folder = version === 'old' ? old.folder : undefined
    const settings = { PROCESS_SECRET, WRITER_LEASE_MS, ...env }
    const server = await startServerProcess(fresh.settings, settings, { folder, onSaid })
    running.push(server)
    return server
  }
  const startWriter = async (version: Version, onSaid?: (words: string) => void) => {
    const WRITER_ADDRESS = `http://127.0.0.1:${await freePort()}`
    return start(version, { ROLE: 'writer', WRITER_ADDRESS, ...(onSaid && { onSaid }) })
  }
  /** Starts a second writer, which writes once the first has ended. Resolves when it waits for that. */
  const standBy = (version: Version) =>
    new Promise<{ writer: Promise<ServerProcess> }>((resolve, reject) => {
      const writer = startWriter(version, (words) => words.includes('waiting until') && resolve({ writer }))
      writer.catch(reject)
    })
  beforeAll(async () => {
    old = await checkOut(LAST_RELEASE.commit)
    fresh = await freshServerDatabase(serverUrl ?? '')
    traders = await preparedTraders(fresh.settings, { count: 5, funds: ['1000000000 TOMAN', '100 GOLD'] })
  })
  afterAll(async () => {
    await Promise.all(running.map((each) => each.kill()))
    await fresh.remove()
    await old.remove()
  })

  test('the last release has the migrations that it is said to have, as they are here', async () => {
    const [released, present] = await Promise.all(
      [`${old.folder}/src/server/store/migrations`, 'src/server/store/migrations'].map(readMigrations),
    )
    expect(released?.at(-1)?.name).toBe(LAST_RELEASE.migration)
    expect(present?.slice(0, released?.length)).toEqual(released)
  })

  test('orders pass while an old writer is replaced by a new one, at an old process and at a new one', async () => {
    await migrateTo(fresh, NEXT)
    const oldWriter = await startWriter('old')
    const [oldApi, newApi] = await Promise.all([
      start('old', { ROLE: 'api' }),
      start('new', { ROLE: 'api' }),
      start('old', { ROLE: 'jobs' }),
    ])
    const loads = [oldApi, newApi].map(({ url }, i) => {
      const load = new OrderLoad()
      return { load, loading: load.run(url, traders, { name: `load-${i}`, lanes: 4 }) }
    })
    const answersOf = ({ intentions }: OrderLoad) => intentions.filter(({ answer }) => answer !== undefined)
    const someMore = () => Promise.all(loads.map(({ load }) => load.answered(answersOf(load).length + 20)))
    await someMore()
    const next = await standBy('new')
    await oldWriter.stop()
    await someMore()
    // And back again, as one does with a release that is no good.
    const restored = await standBy('old')
    await (await next.writer).stop()
    await someMore()
    await restored.writer
    for (const { load } of loads) load.stop()
    await Promise.all(loads.map(({ loading }) => loading))
    expect(loads.flatMap(({ load }) => load.oddities)).toEqual([])
    // Each finds what the other was answered.
    for (const intention of loads.flatMap(({ load }) => answersOf(load).slice(-10)))
      for (const { url } of [oldApi, newApi])
        expect(await send(url, intention)).toEqual({ status: 200, text: intention.answer })
    const bookOf = async ({ url }: ServerProcess) =>
      (await fetch(`${url}/api/orders/order-book?marketType=GOLD_TOMAN`)).text()
    await expect.poll(async () => (await bookOf(oldApi)) === (await bookOf(newApi))).toBe(true)
    const database = await openDatabase(fresh.settings)
    expect((await checkLedger(database)).faults).toEqual([])
    await database.close()
  })

  test('a release that says it cannot run beside the last one is refused by it, with what to do', async () => {
    await Promise.all(running.splice(0).map((each) => each.kill()))
    const second = await freshServerDatabase(serverUrl ?? '')
    await migrateTo(second, { ...NEXT, sql: `${STOPS_LAST_RELEASE}a sample.\n${NEXT.sql}` })
    for (const ROLE of ['all', 'jobs'])
      await expect(
        startServerProcess(second.settings, { ROLE, PROCESS_SECRET }, { folder: old.folder }),
      ).rejects.toThrow(
        `the database has the migration ${NEXT.name}, which this version neither has nor can run beside`,
      )
    await second.remove()
  })
})
