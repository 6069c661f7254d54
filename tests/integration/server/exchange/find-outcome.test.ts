import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SickDatabase } from '#tests/builders/sick-database.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { openExchange } from './open-exchange.ts'

const ali = (key: string) => ({ userId: 1, key })
const DAY_MS = 24 * 3_600_000

eachDatabase('what became of a key', (open) => {
  test('is known to its owner alone, survives a restart, and is forgotten after a day', async () => {
    let now = 1_000
    const database = await open()
    const exchange = await openExchange(database, { now: () => now })
    await exchange.gives('ali', '10 GOLD')
    const placed = await exchange.order('ali sells 5 GOLD at 100', 'key-1')
    expect(await exchange.findOutcome(ali('key-1'))).toEqual(placed)
    expect(await exchange.findOutcome({ userId: 2, key: 'key-1' })).toBeUndefined()
    expect(await exchange.findOutcome(ali('key-2'))).toBeUndefined()
    await exchange.close()

    const again = await openExchange(database, { now: () => now })
    expect(await again.findOutcome(ali('key-1'))).toEqual(placed)
    now += DAY_MS + 1
    await again.gives('ali', '1 GOLD')
    expect(await again.findOutcome(ali('key-1'))).toBeUndefined()
    await again.close()
  })

  test('a refusal is nothing that became of it', async () => {
    const exchange = await openExchange(await open())
    expect(await exchange.order('ali sells 5 GOLD at 100', 'key-1')).toMatchObject({ kind: 'refused' })
    expect(await exchange.findOutcome(ali('key-1'))).toBeUndefined()
    await exchange.close()
  })

  test('is answered only after its commit, and after everything that was queued before the question', async () => {
    const database = new SickDatabase(await open())
    const exchange = await openExchange(database)
    await exchange.gives('ali', '10 GOLD')
    database.falls('slow')
    const placed = exchange.order('ali sells 5 GOLD at 100', 'key-1')
    await database.hasHit()
    let reported = false
    const found = exchange.findOutcome(ali('key-1')).finally(() => {
      reported = true
    })
    await sleep(100)
    expect(reported).toBe(false)
    database.hurry()
    expect(await found).toEqual(await placed)
    await exchange.close()
  })

  test.each([
    ['lost-after', 1],
    ['lost-before', 0],
  ] as const)('is known although the sender was told that nobody knows (%s)', async (ailment, times) => {
    let now = 1_000
    const healthy = await open()
    const database = new SickDatabase(healthy, 'postgres')
    const exchange = await openExchange(database, { isLocal: true, now: () => now })
    await exchange.gives('ali', '10 GOLD')
    database.falls(ailment)
    const placed = exchange.order('ali sells 5 GOLD at 100', 'key-1')
    const unknown = expect(placed).rejects.toMatchObject({ name: 'OutcomeUnknown' })
    // The command is sent by now, and its deadline has long passed once the state is rebuilt.
    await new Promise(setImmediate)
    now += 10_001
    await unknown
    const orders = await healthy.query<{ id: bigint }>('select id from orders')
    expect(orders).toHaveLength(times)
    const found = await exchange.findOutcome(ali('key-1'))
    expect(found).toEqual(times === 0 ? undefined : expect.objectContaining({ kind: 'order', status: 'IS_OPEN' }))
    // Sent again under the same key, the order exists once.
    expect(await exchange.order('ali sells 5 GOLD at 100', 'key-1')).toMatchObject({ status: 'IS_OPEN' })
    expect(await healthy.query('select id from orders')).toHaveLength(1)
    await exchange.close()
  })
})
