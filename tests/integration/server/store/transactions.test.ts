import { beforeEach, expect, test } from 'vitest'
import { type Database, DatabaseError, DatabaseUnavailable } from '#server/store/database.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

eachDatabase('transactions', (open, place) => {
  let database: Database
  beforeEach(async () => {
    database ??= await open()
    await database.query('DROP TABLE IF EXISTS note')
    await database.query(
      'CREATE TABLE note (id int PRIMARY KEY, body text CONSTRAINT note_body_short CHECK (length(body) < 9))',
    )
  })
  const ids = async () => (await database.query<{ id: number }>('SELECT id FROM note ORDER BY id')).map(({ id }) => id)

  test('a transaction keeps everything when its work resolves, and gives its result', async () => {
    const result = await database.transaction(async (tx) => {
      await tx.query('INSERT INTO note VALUES ($1, $2)', [1, 'one'])
      await tx.query('INSERT INTO note VALUES ($1, $2)', [2, 'two'])
      return 'kept'
    })
    expect(result).toBe('kept')
    expect(await ids()).toEqual([1, 2])
  })

  test('a transaction keeps nothing when its work throws, and the error passes', async () => {
    const failure = new Error('changed my mind')
    const work = database.transaction(async (tx) => {
      await tx.query('INSERT INTO note VALUES (1)')
      throw failure
    })
    await expect(work).rejects.toBe(failure)
    expect(await ids()).toEqual([])
  })

  test('a refusal that the work swallowed still rolls back, and says so', async () => {
    const work = database.transaction(async (tx) => {
      await tx.query('INSERT INTO note VALUES (1)')
      await tx.query('INSERT INTO note VALUES (1)').catch(() => undefined)
    })
    await expect(work).rejects.toMatchObject({ name: 'DatabaseError', code: '25P02' })
    expect(await ids()).toEqual([])
  })

  test('a constraint checked at the commit refuses the commit', async () => {
    await database.query('ALTER TABLE note ADD other int REFERENCES note DEFERRABLE INITIALLY DEFERRED')
    const work = database.transaction((tx) => tx.query('INSERT INTO note (id, other) VALUES (1, 2)'))
    await expect(work).rejects.toMatchObject({ code: '23503', constraint: 'note_other_fkey' })
    expect(await ids()).toEqual([])
  })

  test('statements that a work starts at once run one after the other, all before the commit', async () => {
    await database.transaction(async (tx) => {
      for (let id = 0; id < 20; id++) void tx.query('INSERT INTO note VALUES ($1)', [id])
    })
    expect((await ids()).length).toBe(20)
  })

  test('transactions do not see one another half done, and queries wait their turn', async () => {
    await database.query('INSERT INTO note VALUES (0)')
    const add = () =>
      database.transaction(async (tx) => {
        const [last] = await tx.query<{ id: number }>('SELECT id FROM note ORDER BY id DESC LIMIT 1 FOR UPDATE')
        await new Promise((resolve) => setTimeout(resolve, 2))
        await tx.query('UPDATE note SET id = $1', [(last?.id ?? 0) + 1])
      })
    await Promise.all(Array.from({ length: 8 }, add))
    expect(await ids()).toEqual([8])
  })

  test('a transaction that is over answers no more', async () => {
    const tx = await database.transaction(async (inside) => inside)
    await expect(tx.query('INSERT INTO note VALUES (1)')).rejects.toThrow('over')
    expect(await ids()).toEqual([])
  })

  test('using the database inside its own transaction is refused rather than waited for', async () => {
    const work = database.transaction(() => database.query('SELECT 1'))
    await expect(work).rejects.toThrow('only its own tx')
    const nested = database.transaction(() => database.transaction(async () => undefined))
    await expect(nested).rejects.toThrow('only its own tx')
  })

  test('a refusal carries its SQLSTATE and the constraint, and the next statement works', async () => {
    await database.query('INSERT INTO note VALUES (1)')
    const twice = database.query('INSERT INTO note VALUES (1)')
    await expect(twice).rejects.toBeInstanceOf(DatabaseError)
    await expect(twice).rejects.toMatchObject({ code: '23505', constraint: 'note_pkey', table: 'note' })
    const long = database.query('INSERT INTO note VALUES (2, $1)', ['much too long'])
    await expect(long).rejects.toMatchObject({ code: '23514', constraint: 'note_body_short' })
    await expect(database.query('SELEC 1')).rejects.toMatchObject({ code: '42601' })
    await expect(database.query('SELECT * FROM nowhere')).rejects.toMatchObject({ code: '42P01' })
    expect(await ids()).toEqual([1])
  })

  test('a statement used again and again answers as at first, also after a refusal', async () => {
    const insert = (id: number) => database.query('INSERT INTO note VALUES ($1) RETURNING id', [id])
    for (let id = 1; id <= 8; id++) {
      expect(await insert(id)).toEqual([{ id }])
      await expect(insert(id)).rejects.toMatchObject({ code: '23505' })
      await expect(database.query('SELECT 1/0')).rejects.toMatchObject({ code: '22012' })
      await expect(database.query('SELEC 2')).rejects.toMatchObject({ code: '42601' })
    }
  })

  test('a table that changes under a statement used again and again refuses it once at most', async () => {
    const read = () => database.query('SELECT * FROM note')
    for (let use = 0; use < 5; use++) await read()
    await database.query('ALTER TABLE note ADD extra int')
    await database.query('INSERT INTO note VALUES (1, NULL, 5)')
    await read().catch(() => undefined)
    expect(await read()).toEqual([{ id: 1, body: null, extra: 5 }])
  })

  test('one call is one statement: a second one is refused', async () => {
    await expect(database.query('SELECT 1; DROP TABLE note')).rejects.toMatchObject({ code: '42601' })
    expect(await ids()).toEqual([])
  })

  test('a closed database says that it is unavailable, and what it kept is there when it opens again', async () => {
    const settings = await place()
    const first = await openDatabase(settings)
    await first.query('CREATE TABLE kept AS SELECT 42 AS answer')
    const underWay = first.query<{ one: number }>('SELECT 1 AS one')
    await first.close()
    await first.close()
    expect(await underWay).toEqual([{ one: 1 }])
    await expect(first.query('SELECT 1')).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(first.transaction(async () => undefined)).rejects.toBeInstanceOf(DatabaseUnavailable)
    const second = await openDatabase(settings)
    expect(await second.query('SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await second.close()
  })
})
