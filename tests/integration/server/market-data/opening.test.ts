import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchMarkets } from '#server/market-data/market-watch.ts'
import { GOLD_TOMAN } from '#tests/builders/markets.ts'
import { SickDatabase } from '#tests/builders/sick-database.ts'
import { openTestExchange } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

eachDatabase('market data that opens while a batch is under way', (open) => {
  test('knows every trade once: those before it, its own, and those behind it', async () => {
    const database = new SickDatabase(await open())
    const exchange = await openTestExchange(database)
    await exchange.gives('ali', '1000 GOLD')
    await exchange.gives('sara', '100000 TOMAN')
    await exchange.order('ali sells 10 GOLD at 100', 'key-1')
    await exchange.order('sara buys 1 GOLD at 100', 'key-2')

    database.falls('slow')
    const underWay = exchange.order('sara buys 2 GOLD at 100', 'key-3')
    await database.hasHit()
    const opening = watchMarkets({
      database,
      exchange,
      markets: [GOLD_TOMAN],
      log: { warn() {} },
      now: Date.now,
      candleWriteMs: 3_600_000,
    })
    await sleep(50)
    database.hurry()
    await underWay
    const watch = await opening
    await exchange.order('sara buys 3 GOLD at 100', 'key-4')

    const { lastTrades, depth } = watch.market(GOLD_TOMAN.id)
    expect(lastTrades.map(({ id }) => id)).toEqual([3, 2, 1])
    expect(depth.asks.map(({ volume }) => volume)).toEqual([4_000_000n])
    await watch.close()
    await exchange.close()
  })
})
