import { expect, test } from 'vitest'
import type { CancelAllOrders } from '#server/engine/commands.ts'
import { credit, order } from '#tests/builders/commands.ts'
import { type Ailment, SickDatabase } from '#tests/builders/sick-database.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { openExchange } from './open-exchange.ts'

const ALL_OF_ALI: CancelAllOrders = {
  type: 'cancelAllOrders',
  userId: 1,
  key: 'all-1',
  fingerprint: 'cancel all',
  at: 1_000,
  marketId: undefined,
  most: 1_000,
}

eachDatabase('cancelling all orders', (open) => {
  /** Ali has this many orders, and sara some gold. */
  async function crowded(count: number) {
    const database = new SickDatabase(await open())
    const exchange = await openExchange(database, { isLocal: true, now: () => 1_000 })
    await exchange.gives('ali', '1000000 TOMAN')
    await exchange.gives('sara', '10 GOLD')
    await Promise.all(Array.from({ length: count }, (_, i) => exchange.order('ali buys 1 GOLD at 10', `order-${i}`)))
    return { database, exchange }
  }

  test('thousands of one user end in several commits, others have their turns between them, and it is answered at the end', async () => {
    const { database, exchange } = await crowded(3_500)
    const before = exchange.commits.length
    const answered: string[] = []
    const all = exchange.submit(ALL_OF_ALI).then((answer) => {
      answered.push('all')
      return answer
    })
    await new Promise(setImmediate)
    const others = ['sara-1', 'sara-2', 'sara-3'].map(async (key) => {
      await exchange.order('sara sells 1 GOLD at 20', key)
      answered.push(key)
    })
    expect(await all).toEqual({ kind: 'cancelled', count: 3_500 })
    await Promise.all(others)
    expect(answered.at(-1)).toBe('all')
    const ended = exchange.commits.slice(before).map(({ orders }) => orders.filter(({ userId }) => userId === 1).length)
    expect(ended.filter((count) => count > 0)).toEqual([1_000, 1_000, 1_000, 500])
    expect(await exchange.submit(ALL_OF_ALI)).toEqual({ kind: 'cancelled', count: 3_500 })
    expect(await faultsOf(database)).toEqual([])
    await exchange.close()
  })

  test('many users who cancel all in one moment share commits, and none of these grows without bound', async () => {
    const database = await open()
    const exchange = await openExchange(database, { now: () => 1_000 })
    const users = [11, 12, 13, 14, 15, 16]
    await Promise.all(
      users.flatMap((userId) => [
        exchange.submit({ ...credit('ali', '1000000 TOMAN', { key: `gift-${userId}`, at: 1_000 }), userId }),
        ...Array.from({ length: 1_000 }, (_, i) =>
          exchange.submit({ ...order('ali buys 1 GOLD at 10', { key: `order-${i}`, at: 1_000 }), userId }),
        ),
      ]),
    )
    const before = exchange.commits.length
    const answers = await Promise.all(users.map((userId) => exchange.submit({ ...ALL_OF_ALI, userId })))
    expect(answers).toEqual(users.map(() => ({ kind: 'cancelled', count: 1_000 })))
    expect(exchange.commits.slice(before).map(({ orders }) => orders.length)).toEqual([4_000, 2_000])
    expect(await faultsOf(database)).toEqual([])
    await exchange.close()
  })

  test.each<Ailment>(['lost-before', 'lost-after'])(
    'a commit that is %s is made up for, every order ends, and none is counted twice',
    async (ailment) => {
      const { database, exchange } = await crowded(2_500)
      database.falls(ailment)
      const answer = await exchange.submit(ALL_OF_ALI)
      const rows = await database.query<{ status: string; count: number }>(
        'select status, count(*)::int as count from orders where user_id = 1 group by status',
      )
      expect(rows).toEqual([{ status: 'CANCELLED_BY_USER', count: 2_500 }])
      // The part whose answer was lost is missing from the count, because nobody knows how many orders it ended.
      expect(answer).toEqual({ kind: 'cancelled', count: ailment === 'lost-after' ? 1_500 : 2_500 })
      expect(await exchange.submit(ALL_OF_ALI)).toEqual(answer)
      expect(await faultsOf(database)).toEqual([])
      await exchange.close()
    },
  )
})
