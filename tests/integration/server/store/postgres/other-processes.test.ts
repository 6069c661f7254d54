import { afterAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { freshServerDatabase } from '#tests/setup/fresh-server-database.ts'

const url = process.env.TEST_DATABASE_URL

describe.skipIf(!url)('two processes of one PostgreSQL server', () => {
  const cleanups: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  })
  const openTwo = async () => {
    const { settings, remove } = await freshServerDatabase(url ?? '')
    const [one, other] = [await openDatabase(settings), await openDatabase(settings)]
    cleanups.push(
      remove,
      () => one.close(),
      () => other.close(),
    )
    return { one, other }
  }
  /** Resolves when it hears what the other process says: before that, it may not listen yet. */
  const isListening = async (from: Database, to: Database) => {
    let isListened = false
    const stop = to.onAnnounced('greeting', () => {
      isListened = true
    })
    await expect
      .poll(async () => {
        await from.announceToOthers('greeting', '')
        return isListened
      })
      .toBe(true)
    stop()
  }

  test('an announcement of a transaction reaches the other one after the commit, and none of a transaction that failed', async () => {
    const { one, other } = await openTwo()
    const [own, theirs]: string[][] = [[], []]
    await one.query('create table notes (id integer primary key)')
    one.onAnnounced('notes', () => own?.push('notes'))
    other.onAnnounced('notes', () => theirs?.push('notes'))
    await isListening(one, other)
    const write = (id: number) =>
      one.transaction(async (tx) => {
        tx.announce('notes')
        await tx.query('insert into notes values ($1)', [id])
      })
    await write(1)
    await expect.poll(() => theirs).toEqual(['notes'])
    await expect(write(1)).rejects.toMatchObject({ code: '23505' })
    await write(2)
    await expect.poll(() => theirs).toEqual(['notes', 'notes'])
    expect(own).toEqual(['notes', 'notes'])
  })

  test('the details of a transaction reach both, each once', async () => {
    const { one, other } = await openTwo()
    const [own, theirs]: (string | undefined)[][] = [[], []]
    one.onAnnounced('users', (detail) => own?.push(detail))
    other.onAnnounced('users', (detail) => theirs?.push(detail))
    await isListening(one, other)
    await one.transaction(async (tx) => {
      for (const detail of ['42', '43', '42']) tx.announce('users', detail)
    })
    await expect.poll(() => theirs).toEqual(['42', '43'])
    expect(own).toEqual(['42', '43'])
  })

  test('a detail without a transaction reaches the other process alone', async () => {
    const { one, other } = await openTwo()
    const details: (string | undefined)[] = []
    one.onAnnounced('users', (detail) => details.push(`own ${detail}`))
    other.onAnnounced('users', (detail) => details.push(detail))
    await isListening(one, other)
    await one.announceToOthers('users', '42')
    await expect.poll(() => details).toEqual(['42'])
  })

  test('what nobody of ours has announced is ignored', async () => {
    const { one, other } = await openTwo()
    const details: (string | undefined)[] = []
    other.onAnnounced('users', (detail) => details.push(detail))
    await isListening(one, other)
    for (const payload of ['', 'null', '{}', '["a stranger"]', '["a stranger", "users", 7]'])
      await one.query("select pg_notify('kimia', $1)", [payload])
    await one.announceToOthers('users', '42')
    await expect.poll(() => details).toEqual(['42'])
  })

  test('a process whose connection was cut looks at everything anew, since it may have missed something', async () => {
    const { one, other } = await openTwo()
    const details: (string | undefined)[] = []
    other.onAnnounced('users', (detail) => details.push(detail))
    await isListening(one, other)
    await one.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'listen kimia' and pid <> pg_backend_pid()`,
    )
    await expect.poll(() => details).toEqual([undefined])
    await one.announceToOthers('users', '42')
    await expect.poll(() => details.at(-1)).toBe('42')
  })

  test('a database that is closed while it begins to listen is closed', async () => {
    const { settings, remove } = await freshServerDatabase(url ?? '')
    cleanups.push(remove)
    for (let i = 0; i < 10; i += 1) {
      const database = await openDatabase(settings)
      database.onAnnounced('users', () => undefined)
      await database.close()
    }
    const database = await openDatabase(settings)
    await expect.poll(() => connectionsOf(database)).toBe(1)
    await database.close()
  })
})

async function connectionsOf(database: Database): Promise<number> {
  const rows = await database.query('select 1 from pg_stat_activity where datname = current_database()')
  return rows.length
}
