import { createServer } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { type Database, DatabaseUnavailable } from '#server/store/database.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { openPostgres } from '#server/store/postgres/open-postgres.ts'
import { freshServerDatabase } from '#tests/setup/fresh-server-database.ts'

const url = process.env.TEST_DATABASE_URL
const name = 'a PostgreSQL server that goes away'

async function pidOf(database: Pick<Database, 'query'>): Promise<number> {
  const [row] = await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return row?.pid ?? 0
}

describe.skipIf(!url)(url ? name : `${name} (TEST_DATABASE_URL names no server)`, () => {
  const cleanups: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  })
  const openTwo = async () => {
    const { settings, remove } = await freshServerDatabase(url ?? '')
    const [database, other] = [await openDatabase({ ...settings, poolSize: 1 }), await openDatabase(settings)]
    cleanups.push(
      remove,
      () => database.close(),
      () => other.close(),
    )
    return { database, other }
  }

  test('a pipeline that is cut does not know what became of what it sent, and opens another connection', async () => {
    const { database, other } = await openTwo()
    const pipeline = database.pipeline()
    const pid = await pidOf(pipeline)
    const sent = Promise.allSettled([pipeline.query('SELECT pg_sleep(30)'), pipeline.query('SELECT 1')])
    await other.query('SELECT pg_terminate_backend($1)', [pid])
    for (const result of await sent)
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) })
    expect(await pidOf(pipeline)).not.toBe(pid)
  })

  test('a connection cut in the middle of a transaction is an unknown outcome, and the next one works', async () => {
    const { database, other } = await openTwo()
    await database.query('CREATE TABLE note (id int)')
    const work = database.transaction(async (tx) => {
      await tx.query('INSERT INTO note VALUES (1)')
      await other.query('SELECT pg_terminate_backend($1)', [await pidOf(tx)])
      await tx.query('INSERT INTO note VALUES (2)')
    })
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(await database.query('SELECT * FROM note')).toEqual([])
  })

  test('a connection cut while it waits for an answer, and one cut while idle, do not end the process', async () => {
    const { database, other } = await openTwo()
    const pid = await pidOf(database)
    const slow = database.query('SELECT pg_sleep(30)')
    const outcome = expect(slow).rejects.toBeInstanceOf(DatabaseUnavailable)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await other.query('SELECT pg_terminate_backend($1)', [pid])
    await outcome
    await other.query('SELECT pg_terminate_backend($1)', [await pidOf(database)])
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('a server that falls silent is given up, in a transaction too, and the next connection works', async () => {
    const { settings, remove } = await freshServerDatabase(url ?? '')
    const database = await openPostgres({ databaseUrl: settings.databaseUrl ?? '', poolSize: 1, answerMsMax: 2_000 })
    cleanups.push(remove, () => database.close())
    await expect(database.query('SELECT pg_sleep(30)')).rejects.toBeInstanceOf(DatabaseUnavailable)
    const work = database.transaction((tx) => tx.query('SELECT pg_sleep(30)'))
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('a server that only reads is not available, and a pipeline opens another connection', async () => {
    const { database } = await openTwo()
    await database.query('CREATE TABLE note (id int)')
    const pipeline = database.pipeline()
    const pid = await pidOf(pipeline)
    await pipeline.query('SET default_transaction_read_only = on')
    await expect(pipeline.query('INSERT INTO note VALUES (1)')).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(await pipeline.query('INSERT INTO note VALUES (2) RETURNING id')).toEqual([{ id: 2 }])
    expect(await pidOf(pipeline)).not.toBe(pid)
  })

  test('a commit whose wait for the standby was cancelled is of unknown outcome', async () => {
    const { database } = await openTwo()
    await database.query('CREATE TABLE note (id int)')
    // The notice that PostgreSQL gives with such a commit, here without a standby.
    await database.query(`CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE WARNING 'canceling wait for synchronous replication due to user request';
      RETURN NEW; END $$`)
    await database.query(
      'CREATE CONSTRAINT TRIGGER late AFTER INSERT ON note DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION warn()',
    )
    const pipeline = database.pipeline()
    const pid = await pidOf(pipeline)
    await expect(pipeline.query('INSERT INTO note VALUES (1)')).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(database.query('INSERT INTO note VALUES (2)')).rejects.toBeInstanceOf(DatabaseUnavailable)
    const work = database.transaction((tx) => tx.query('INSERT INTO note VALUES (3)'))
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(await database.query('SELECT id FROM note ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    expect(await pidOf(pipeline)).not.toBe(pid)
  })

  test('a cancelled statement is a refusal, not a lost connection', async () => {
    const { database } = await openTwo()
    const work = database.transaction(async (tx) => {
      await tx.query(`SET LOCAL statement_timeout = '50ms'`)
      await tx.query('SELECT pg_sleep(30)')
    })
    await expect(work).rejects.toMatchObject({ name: 'DatabaseError', code: '57014' })
  })
})

test('opening a database whose server cannot be reached fails as unavailable', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await new Promise((resolve) => server.close(resolve))
  const opening = openDatabase({ databaseUrl: `postgres://nobody@127.0.0.1:${port}/nothing`, dataDir: '' })
  await expect(opening).rejects.toBeInstanceOf(DatabaseUnavailable)
})
