import { expect, test } from 'vitest'
import { type Database, DatabaseError, DatabaseUnavailable } from '#server/store/database.ts'
import { takeEpoch } from '#server/store/leadership.ts'
import { writeBatch } from '#server/store/write-batch.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const NOTHING = {
  orders: [],
  trades: [],
  rewards: [],
  withdrawals: [],
  holds: [],
  entries: [],
  balances: [],
}
const answerOf = (key: string) => ({
  userId: 1,
  key,
  fingerprint: '',
  outcome: { kind: 'moved', seq: 1 } as const,
  at: 0,
})
const keysIn = async (database: Database) =>
  (await database.query<{ key: string }>('select key from outcomes order by key')).map(({ key }) => key)

eachDatabase('a pipeline', (open) => {
  test('executes its statements in the order of the calls, without waiting for answers', async () => {
    const database = await open()
    await database.query('create table notes (place integer primary key, before bigint)')
    const pipeline = database.pipeline()
    const asked = Array.from({ length: 30 }, (_, place) =>
      pipeline.query<{ before: bigint }>('insert into notes select $1, count(*) from notes returning before', [place]),
    )
    const before = (await Promise.all(asked)).map(([row]) => Number(row?.before))
    expect(before).toEqual(Array.from({ length: 30 }, (_, place) => place))
  })

  test('a refused statement harms no other', async () => {
    const database = await open()
    await database.query('create table notes (place integer primary key)')
    const pipeline = database.pipeline()
    const insert = (place: number) => pipeline.query('insert into notes values ($1)', [place])
    const [first, again, second] = await Promise.allSettled([insert(1), insert(1), insert(2)])
    expect([first.status, second.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(again).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseError) })
    expect(await database.query('select place from notes order by place')).toEqual([{ place: 1 }, { place: 2 }])
  })

  test('closes after the answers that are due, and refuses when its database is closed', async () => {
    const database = await open()
    const pipeline = database.pipeline()
    const due = pipeline.query<{ one: number }>('select 1 as one')
    await pipeline.close()
    expect(await due).toEqual([{ one: 1 }])
    const other = database.pipeline()
    await database.close()
    await expect(other.query('select 1')).rejects.toBeInstanceOf(DatabaseUnavailable)
  })

  test('a batch is barred whose predecessor was not written, and one of an epoch that is over', async () => {
    const database = await open()
    const pipeline = database.pipeline()
    const write = (epoch: bigint, number: number, key: string) =>
      writeBatch(pipeline, { epoch, number, at: 1_000 }, { ...NOTHING, outcomes: [answerOf(key)] })
    // The epoch itself has a number.
    const take = async () => {
      const leadership = await takeEpoch(database, { leaseMs: 0 })
      if (!leadership) throw new Error('an epoch without a lease was not free')
      return leadership
    }
    const { epoch, batch } = await take()
    expect(
      await Promise.all([write(epoch, batch + 1, 'a'), write(epoch, batch + 2, 'b'), write(epoch, batch + 4, 'd')]),
    ).toEqual([true, true, false])
    const next = await take()
    expect(next.batch).toBe(batch + 3)
    const number = next.batch + 1
    expect(
      await Promise.all([write(epoch, number, 'c'), write(next.epoch, number, 'e'), write(next.epoch, number, 'f')]),
    ).toEqual([false, true, false])
    expect(await keysIn(database)).toEqual(['a', 'b', 'e'])
  })
})
