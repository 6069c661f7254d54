import { beforeAll, expect, test } from 'vitest'
import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import type { Exchange } from '#server/exchange/exchange.ts'
import { openExchange } from '#server/exchange/open-exchange.ts'
import { seedCapital } from '#server/operations/seed-capital.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { type Catalogue, readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { migrate } from '#server/store/migrate.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const MARKET_MAKER = 1_000

onDatabase('seeds', (open) => {
  let database: Database
  let catalogue: Catalogue
  const log = { warn() {} }

  beforeAll(async () => {
    database = await open()
    await migrate(database)
    await seedCatalogue(database)
    catalogue = await readCatalogue(database)
  })

  const openAgain = () => openExchange({ database, markets: catalogue.markets, log, onLost: () => undefined })

  const draw = (exchange: Exchange) => seedCapital({ exchange, catalogue, marketMakerId: MARKET_MAKER })

  test('the catalogue holds seventeen coins and thirty-one markets', () => {
    expect(catalogue.coins).toHaveLength(17)
    expect(catalogue.markets).toHaveLength(31)
    expect(catalogue.marketBySymbol.has('GOLD_TOMAN')).toBe(true)
    expect(catalogue.marketBySymbol.has('TETHER_TETHER')).toBe(false)
    const needTxId = catalogue.coins.filter(({ networks }) => networks.some(({ txIdNeeded }) => txIdNeeded))
    expect(needTxId.map(({ symbol }) => symbol).sort()).toEqual(['BINANCE_COIN_BSC', 'DOGE_COIN'])
  })

  test('seeding again changes nothing, not even what an operator has set since', async () => {
    await database.query(`update coins set precision = 5 where symbol = 'BITCOIN'`)
    await database.query(`update markets set active = false where symbol = 'DASH_TOMAN'`)
    await seedCatalogue(database)
    const again = await readCatalogue(database)
    expect(again.coinBySymbol.get('BITCOIN')?.precision).toBe(5)
    expect(again.marketBySymbol.get('DASH_TOMAN')?.active).toBe(false)
    expect(again.markets).toHaveLength(31)
  })

  test('Toman alone has bank limits', async () => {
    const { coins } = await readCatalogue(database)
    expect(coins.flatMap(({ symbol, bank }) => (bank ? symbol : []))).toEqual(['TOMAN'])
  })

  test('the capital is drawn once, even when the exchange has forgotten its answers', async () => {
    const first = await openAgain()
    await draw(first)
    await draw(first)
    await first.close()
    const drawn = await database.query('select owner_id, coin_id, available from balances order by owner_id, coin_id')
    expect(drawn).toHaveLength(17 * 3)

    await database.query('delete from outcomes')
    const second = await openAgain()
    await draw(second)
    await second.close()
    const after = await database.query('select owner_id, coin_id, available from balances order by owner_id, coin_id')
    expect(after).toEqual(drawn)
    const [sum] = await database.query<{ total: bigint }>(
      'select sum(available)::numeric(38, 0) as total from balances where owner_id = $1',
      [SYSTEM_ACCOUNT.creditLine],
    )
    expect(sum?.total).toBeLessThan(0n)
  })
})
