import { expect, test } from 'vitest'
import type { MarketSettings } from '#domain/market.ts'
import { amount, ppm, price } from '#domain/units.ts'
import { openMarketStates } from '#server/operations/market-states.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import { saveMarket } from '#server/store/console/markets.ts'
import type { Database } from '#server/store/database.ts'
import { GOLD_TOMAN } from '#tests/builders/markets.ts'
import { SickDatabase } from '#tests/builders/sick-database.ts'
import { faultsOf, type TestExchange } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { openExchange } from './open-exchange.ts'

const whole = price(100_000_000n)
/** A gram has six decimals. */
const tenths = (count: bigint) => amount(count * 100_000n)

/** Writes the settings as an approval does. */
const set = (database: Database, settings: Partial<MarketSettings>) =>
  database.transaction((tx) => saveMarket(tx, { ...GOLD_TOMAN, ...settings }))

/** Places small orders of two people that match each other, sixteen at a time, until stopped. */
function keepTrading(exchange: TestExchange) {
  const answers = { placed: 0, low: 0, others: 0 }
  let asked = 0
  let isOver = false
  const trader = async (who: string, verb: string) => {
    while (!isOver) {
      const answer = await exchange.order(`${who} ${verb} 0.1 GOLD at 100.5`, `load-${asked++}`)
      if (answer.kind === 'order') answers.placed += 1
      else if (answer.kind === 'refused' && answer.code === 'AMOUNT_IS_LOW') answers.low += 1
      else answers.others += 1
    }
  }
  const traders = Array.from({ length: 16 }, (_, i) => (i % 2 ? trader('ali', 'sells') : trader('sara', 'buys')))
  const stop = async () => {
    isOver = true
    await Promise.all(traders)
  }
  return { stop, answers }
}

eachDatabase('rules of a market that change while it trades', (open) => {
  test('under load every order behind the acknowledgment is judged by the new rule, and by the old one again when that is back', async () => {
    const database = await open()
    const exchange = await openExchange(database)
    const catalogue = await readCatalogue(database)
    await exchange.gives('ali', '1000 GOLD')
    await exchange.gives('sara', '100000 TOMAN')
    const states = await openMarketStates({ database, exchange, catalogue, hours: 'always' })
    const { answers, stop } = keepTrading(exchange)
    await expect.poll(() => answers.placed).toBeGreaterThan(100)
    expect(answers.low).toBe(0)
    for (let round = 0; round < 3; round++) {
      await set(database, { minAmount: tenths(2n) })
      await states.reload()
      // Commands applied before the reload are answered, too.
      const placed = answers.placed
      const low = answers.low
      await expect.poll(() => answers.low).toBeGreaterThan(low + 100)
      expect(answers.placed - placed).toBeLessThanOrEqual(16)
      await set(database, {})
      await states.reload()
      const since = answers.low
      const placedBefore = answers.placed
      await expect.poll(() => answers.placed).toBeGreaterThan(placedBefore + 100)
      expect(answers.low - since).toBeLessThanOrEqual(16)
    }
    await stop()
    expect(answers.others).toBe(0)
    const picture = exchange.picture()
    await exchange.close()
    const again = await openExchange(database)
    expect(again.picture()).toBe(picture)
    await again.close()
    expect(await faultsOf(database)).toEqual([])
  })

  test('each rule holds for what comes, and what stands keeps its price, its amount, its fees and its hold', async () => {
    const database = await open()
    const exchange = await openExchange(database)
    const catalogue = await readCatalogue(database)
    const states = await openMarketStates({ database, exchange, catalogue, hours: 'working' })
    await exchange.gives('ali', '100 GOLD')
    await exchange.gives('sara', '100000 TOMAN')
    const refusal = (code: string) => ({ kind: 'refused', code })
    await exchange.order('ali sells 0.1 GOLD at 100.5', 'small-and-odd')
    await exchange.order('ali sells 1 GOLD at 103', 'further')
    await exchange.order('ali sells 0.1 GOLD at 90.5 once 95.5', 'waiting')
    await set(database, { tick: whole, minAmount: tenths(5n), maxAmount: tenths(50n), protectionBand: ppm(10_000n) })
    await states.reload()
    expect(await exchange.order('sara buys 1 GOLD at 100.5', '1')).toMatchObject(refusal('UNIT_PRICE_INVALID'))
    expect(await exchange.order('sara buys 1 GOLD at 110 once 109.5', '2')).toMatchObject(refusal('STOP_PRICE_INVALID'))
    expect(await exchange.order('sara buys 0.4 GOLD at 100', '3')).toMatchObject(refusal('AMOUNT_IS_LOW'))
    expect(await exchange.order('sara buys 5.1 GOLD at 100', '4')).toMatchObject(refusal('AMOUNT_IS_HIGH'))
    // The repeat gets the first answer, though the order would be refused now.
    expect(await exchange.order('ali sells 0.1 GOLD at 100.5', 'small-and-odd')).toMatchObject({ status: 'IS_OPEN' })
    // The band of one percent ends at 101.505; the open order below the minimum amount and off the tick still trades.
    expect(await exchange.order('sara buys 1 GOLD', '5')).toMatchObject({ executed: tenths(1n) })
    // A sale reaches the stop, which sells at its own price.
    await exchange.order('sara buys 1 GOLD at 95', '6')
    expect(await exchange.order('ali sells 0.5 GOLD at 95', '7')).toMatchObject({ executed: tenths(5n) })
    expect(exchange.picture()).toContain('95: 0.4 (sara 0.4)')
    await set(database, { hours: 'working' })
    await states.reload()
    expect(catalogue.marketBySymbol.get('GOLD_TOMAN')).toMatchObject({ hours: 'working', tick: 1n })
    expect(catalogue.revision).toBe(2)
    await exchange.close()
    expect(await faultsOf(database)).toEqual([])
  })

  test('they hold through a rebuild, and in an exchange that starts with them', async () => {
    const healthy = await open()
    const database = new SickDatabase(healthy, 'postgres')
    const exchange = await openExchange(database)
    await exchange.gives('ali', '10 GOLD')
    const catalogue = await readCatalogue(healthy)
    const states = await openMarketStates({ database: healthy, exchange, catalogue, hours: 'always' })
    await set(healthy, { tick: whole })
    await states.reload()
    database.falls('lost-after')
    await exchange.gives('ali', '20 GOLD')
    const refusal = { kind: 'refused', code: 'UNIT_PRICE_INVALID' }
    expect(await exchange.order('ali sells 1 GOLD at 100.5', 'key-1')).toMatchObject(refusal)
    await exchange.close()
    const { markets } = await readCatalogue(healthy)
    const again = await openExchange(healthy, { markets })
    expect(await again.order('ali sells 1 GOLD at 100.5', 'key-2')).toMatchObject(refusal)
    await again.close()
  })
})
