import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { takeEpoch } from '#server/store/leadership.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { order } from '#tests/builders/commands.ts'
import { SickDatabase } from '#tests/builders/sick-database.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { openExchange } from './open-exchange.ts'

/** A second instead of ten, for an order that only its deadline ends. */
const soon = () => ({ deadline: Date.now() + 1_000 })

eachDatabase('one writer', (open, place) => {
  test('when a second exchange opens, the first cannot write any more, and says so', async () => {
    const database = await open()
    const first = await openExchange(database)
    await first.gives('ali', '10 GOLD')
    const second = await openExchange(database)
    const asked = ['key-1', 'key-2'].map((key) => first.order('ali sells 1 GOLD at 100', key, soon()))
    for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected')
    const askedAgain = first.order('ali sells 1 GOLD at 100', 'key-1', soon())
    await expect(askedAgain).rejects.toMatchObject({ name: 'ExchangeUnavailable' })
    expect(first.lost).toEqual(['Another process has become the writer of this database; this one stops.'])
    expect(await database.query('select id from orders')).toEqual([])

    expect(await second.order('ali sells 1 GOLD at 100', 'key-1')).toMatchObject({ status: 'IS_OPEN' })
    expect(second.lost).toEqual([])
    expect(await faultsOf(database)).toEqual([])
    await second.close()
  })

  test('a writer with a lease is waited for, and ends it when it closes', async () => {
    const database = await open()
    const first = await openExchange(database, { leaseMs: 60_000 })
    await first.gives('ali', '10 GOLD')
    const settings = { database, log: { warn: () => undefined }, leaseMs: 60_000 }
    // The built-in database admits one process, which waits for nobody.
    if (database.engine === 'postgres') expect(await takeEpoch(database, settings)).toBeUndefined()
    expect(await first.order('ali sells 1 GOLD at 100', 'key-1')).toMatchObject({ status: 'IS_OPEN' })
    await first.close()
    const second = await openExchange(database, { leaseMs: 60_000 })
    expect(await second.order('ali sells 1 GOLD at 100', 'key-1')).toMatchObject({ status: 'IS_OPEN' })
    expect([first.lost, second.lost]).toEqual([[], []])
    await second.close()
  })

  test('a writer whose lease is over does not say that nothing has been committed', async () => {
    const healthy = await open()
    const database = new SickDatabase(healthy, 'postgres')
    const first = await openExchange(database, { leaseMs: 600 })
    await first.gives('ali', '10 GOLD')
    // As if it were frozen: it renews nothing.
    database.setAway(true)
    const second = await openExchange(healthy, { leaseMs: 600 })
    await second.order('ali sells 1 GOLD at 100', 'key-1')
    await expect.poll(() => first.isServing()).toBe(false)
    const { userId } = order('ali sells 1 GOLD at 100', { key: 'key-1', at: 0 })
    const asked = expect(first.findOutcome({ userId, key: 'key-1' })).rejects.toThrow()
    database.setAway(false)
    await asked
    expect(first.lost).toEqual(['Another process has become the writer of this database; this one stops.'])
    await second.close()
  })

  test('a writer that was away while another took over does not take it back', async () => {
    const healthy = await open()
    const database = new SickDatabase(healthy, 'postgres')
    const first = await openExchange(database)
    await first.gives('ali', '10 GOLD')
    database.setAway(true)
    const asked = first.order('ali sells 1 GOLD at 100', 'key-1', soon())
    const refusal = expect(asked).rejects.toMatchObject({ name: 'OutcomeUnknown' })
    await database.hasHit()
    const second = await openExchange(healthy)
    database.setAway(false)
    await refusal
    expect(first.lost).toHaveLength(1)
    expect(await second.order('ali sells 1 GOLD at 100', 'key-1')).toMatchObject({ status: 'IS_OPEN' })
    await second.close()
  })

  test('an exchange of another connection waits for the batch that is under way, and reads it', async () => {
    const settings = await place()
    const one = await openDatabase(settings)
    // The built-in engine has one connection only; there both exchanges share it.
    const other = settings.databaseUrl ? await openDatabase(settings) : one
    const first = await openExchange(one)
    await first.gives('ali', '1000 GOLD')
    // `allSettled` handles every rejection: an answer may be refused while the second exchange still opens.
    const load = Promise.allSettled(
      Array.from({ length: 400 }, (_, i) => first.order(`ali sells 1 GOLD at ${100 + (i % 9)}`, `load-${i}`)),
    )
    await sleep(5)
    const second = await openExchange(other)
    for (const [i, outcome] of (await load).entries()) {
      if (outcome.status === 'rejected') continue
      expect(await second.order(`ali sells 1 GOLD at ${100 + (i % 9)}`, `load-${i}`)).toEqual(outcome.value)
    }
    expect(await faultsOf(other)).toEqual([])
    await second.close()
    await one.close()
    await other.close()
  })
})
