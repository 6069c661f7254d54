import { expect, test } from 'vitest'
import { order } from '#tests/builders/commands.ts'
import { type Ailment, SickDatabase } from '#tests/builders/sick-database.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { openExchange } from './open-exchange.ts'

eachDatabase('expiry', (open) => {
  async function waiting(ends: readonly number[]) {
    const database = new SickDatabase(await open())
    const clock = { now: 1_000 }
    const exchange = await openExchange(database, { isLocal: true, now: () => clock.now })
    await exchange.gives('ali', '1000000 TOMAN')
    const placed = ends.map((expiresAt, i) => {
      const sentence = `ali buys 1 GOLD at ${i < 1_000 ? 10 : 9}`
      return exchange.submit(order(sentence, { key: `order-${i}`, at: 1_000, terms: { expiresAt } }))
    })
    await Promise.all(placed)
    const statuses = async () => {
      const rows = await database.query<{ status: string }>('select status from orders order by id')
      return rows.map(({ status }) => status).join(' ')
    }
    return { database, clock, exchange, statuses }
  }

  test('orders end by themselves while nobody asks for anything', async () => {
    const { database, clock, exchange, statuses } = await waiting([5_000, 9_000])
    clock.now = 5_000
    await expect.poll(statuses).toBe('EXPIRED IS_OPEN')
    clock.now = 10_000
    await expect.poll(statuses).toBe('EXPIRED EXPIRED')
    await expect.poll(() => exchange.commits.at(-1)?.orders.length).toBe(1)
    expect(await faultsOf(database)).toEqual([])
    await exchange.close()
  })

  test('of thousands that end in one second nobody can have one, and other commands have their turns between their commits', async () => {
    const { database, clock, exchange } = await waiting(Array<number>(4_500).fill(5_000))
    await exchange.gives('sara', '10 GOLD')
    clock.now = 5_000
    const before = exchange.commits.length
    // Each order is sent after the answer to the one before it.
    for (const key of ['late-1', 'late-2', 'late-3'])
      expect(await exchange.order('sara sells 1 GOLD at 10', key)).toMatchObject({ status: 'IS_OPEN', executed: 0n })
    const sizes = () => exchange.commits.slice(before).map(({ orders }) => orders.length)
    // No command waited for more than one commit of the others.
    expect(sizes()).toEqual([1_000, 1, 1_000, 1, 1_000, 1])
    // The first of them says that all are gone, also those that have not ended yet.
    const gone = exchange.commits[before]?.bookChanges.map(({ price, volume }) => [price, volume])
    expect(gone).toEqual([10n, 9n].map((price) => [price * 100_000_000n, 0n]))
    await expect.poll(() => sizes().filter((size) => size > 1)).toEqual([1_000, 1_000, 1_000, 1_000, 500])
    expect(await faultsOf(database)).toEqual([])
    await exchange.close()
  })

  test.each<Ailment>(['lost-before', 'lost-after', 'refused'])(
    'a commit that is %s is made up for',
    async (ailment) => {
      const { database, clock, exchange, statuses } = await waiting([5_000])
      database.falls(ailment)
      clock.now = 5_000
      await expect.poll(() => exchange.warnings).toContain('a batch was not committed; rebuilding from the database')
      // A rejected batch is retried a second later.
      clock.now = 6_100
      await expect.poll(statuses).toBe('EXPIRED')
      expect(await faultsOf(database)).toEqual([])
      await exchange.close()
    },
  )

  test('what ended while nobody was there has ended before the first command', async () => {
    const { database, exchange, statuses } = await waiting([5_000, 9_000])
    await exchange.gives('sara', '5 GOLD')
    await exchange.close()
    const again = await openExchange(database, { now: () => 7_000 })
    expect(await again.order('sara sells 2 GOLD at 10', 'first-1')).toMatchObject({ executed: 1_000_000n })
    expect(await statuses()).toBe('EXPIRED FINISHED_WITH_TRANSACTION IS_OPEN')
    expect(await faultsOf(database)).toEqual([])
    await again.close()
  })

  test('a writer that was replaced ends nothing, and stays quiet', async () => {
    const { database, clock, exchange, statuses } = await waiting([5_000])
    const successor = await openExchange(database, { now: () => 1_000 })
    clock.now = 5_000
    await expect.poll(() => exchange.lost).toHaveLength(1)
    expect(await statuses()).toBe('IS_OPEN')
    await exchange.close()
    await successor.close()
  })
})
