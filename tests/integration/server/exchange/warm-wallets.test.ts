import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Wallets } from '#server/engine/wallet.ts'
import { WarmWallets } from '#server/exchange/warm-wallets.ts'
import type { Queryable } from '#server/store/database.ts'
import { ARENA_MARKETS } from '#tests/builders/arenas.ts'
import { commandStream } from '#tests/builders/random-commands.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { openExchange } from './open-exchange.ts'

const listed = (wallets: Wallets) =>
  [...wallets.values()]
    .map(({ ownerId, coinId, available, blocked }) => `${ownerId}/${coinId}: ${available} + ${blocked}`)
    .sort()

async function readAfresh(database: Queryable): Promise<string[]> {
  const fresh = new WarmWallets()
  await fresh.catchUp(database)
  return listed(fresh.wallets)
}

eachDatabase('the wallets of the next writer', (open) => {
  test('are those of the database after every reading, whatever was committed before and during it', async () => {
    const database = await open()
    const exchange = await openExchange(database, { markets: ARENA_MARKETS, batchMax: 4 })
    const warm = new WarmWallets()
    await warm.catchUp(database)
    for (const commands of fc.sample(commandStream, { numRuns: 4, seed: 11 })) {
      const answered = Promise.all(commands.map((command) => exchange.submit(command)))
      for (let i = 0; i < 3; i += 1) await warm.catchUp(database)
      await answered
      await warm.catchUp(database)
      expect(listed(warm.wallets)).toEqual(await readAfresh(database))
    }
    await exchange.close()
  })

  test('are what the next writer begins with, and only what changed since is read then', async () => {
    const database = await open()
    const first = await openExchange(database)
    for (const who of ['ali', 'sara', 'reza', 'mina']) await first.gives(who, '1000 GOLD')
    const warm = new WarmWallets()
    const stop = warm.follow(database, { warn: () => undefined })
    await expect.poll(() => listed(warm.wallets)).toEqual(await readAfresh(database))
    await first.gives('ali', '7 TOMAN')
    await expect.poll(() => listed(warm.wallets)).toEqual(await readAfresh(database))
    await stop()
    await first.gives('mina', '500 TOMAN')
    await first.order('sara sells 3 GOLD at 10', 'key-1')
    await first.order('mina buys 2 GOLD at 10', 'key-2')
    const picture = first.picture()
    await first.close()

    const statements: string[] = []
    const watched = {
      ...database,
      query: <Row>(...args: Parameters<Queryable['query']>) => {
        statements.push(args[0])
        return database.query<Row>(...args)
      },
    }
    const second = await openExchange(watched, { warm })
    expect(second.picture()).toBe(picture)
    expect(statements.filter((sql) => sql.includes('balances where true'))).toEqual([])
    expect(await second.order('sara sells 1 GOLD at 10', 'key-3')).toMatchObject({ status: 'IS_OPEN' })
    expect(await faultsOf(database)).toEqual([])
    await second.close()
  })
})
