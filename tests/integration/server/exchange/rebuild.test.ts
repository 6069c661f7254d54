import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ARENA_MARKETS } from '#tests/builders/arenas.ts'
import { commandStream } from '#tests/builders/random-commands.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { openExchange } from './open-exchange.ts'

eachDatabase('rebuilding the exchange', (open) => {
  test('an exchange that is opened again is the one that was closed, whatever was asked of it', async () => {
    for (const commands of fc.sample(commandStream, { numRuns: 4, seed: 7 })) {
      const database = await open()
      const before = await openExchange(database, { markets: ARENA_MARKETS, batchMax: 16, now: () => 0 })
      const answers = await Promise.all(commands.map((command) => before.submit(command)))
      expect(answers.filter(({ kind }) => kind !== 'refused').length).toBeGreaterThan(30)
      // Ends the orders that expired by the last command, so that a start at an earlier time finds none.
      await before.submit({ type: 'expireOrders', most: 1_000 })
      const picture = before.picture()
      await before.close()

      const after = await openExchange(database, { markets: ARENA_MARKETS, now: () => 0 })
      expect(after.picture()).toBe(picture)
      expect(await faultsOf(database)).toEqual([])

      const repeated = await Promise.all(
        commands.map((command, i) =>
          command.type === 'expireOrders' || answers[i]?.kind === 'refused' ? undefined : after.submit(command),
        ),
      )
      commands.forEach((_, i) => {
        if (repeated[i] !== undefined) expect(repeated[i]).toEqual(answers[i])
      })
      expect(after.picture()).toBe(picture)
      await after.close()
    }
  })

  test('orders of one price return to their places in the queue', async () => {
    const database = await open()
    const before = await openExchange(database)
    for (const who of ['ali', 'sara', 'reza']) await before.gives(who, '10 GOLD')
    await before.gives('mina', '1000 TOMAN')
    await before.order('sara sells 3 GOLD at 10', 'key-1')
    await before.order('ali sells 3 GOLD at 10', 'key-2')
    await before.order('reza sells 3 GOLD at 9', 'key-3')
    await before.order('mina buys 4 GOLD at 10', 'key-4')
    await before.close()
    const after = await openExchange(database)
    expect(after.picture()).toContain('sell 10: 5 (sara 2, ali 3)')
    await after.close()
  })

  test('an answer is remembered for a day, and its row goes when it is forgotten', async () => {
    const database = await open()
    const day = 24 * 3_600_000
    const monday = await openExchange(database, { now: () => day })
    await monday.gives('ali', '10 GOLD')
    const first = await monday.order('ali sells 1 GOLD at 10', 'key-1')
    await monday.close()
    const evening = await openExchange(database, { now: () => 2 * day })
    expect(await evening.order('ali sells 1 GOLD at 10', 'key-1')).toEqual(first)
    await evening.close()
    const tuesday = await openExchange(database, { now: () => 2 * day + 1 })
    expect(await tuesday.order('ali sells 1 GOLD at 10', 'key-1')).not.toEqual(first)
    await tuesday.close()
    await expect.poll(() => database.query(`select key from outcomes where key like 'gift%'`)).toEqual([])
    expect(await faultsOf(database)).toEqual([])
  })
})
