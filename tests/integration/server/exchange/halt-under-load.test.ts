import { expect, test } from 'vitest'
import type { Halt } from '#domain/market-state.ts'
import { haltMarket, openMarketStates } from '#server/operations/market-states.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import { endHalt } from '#server/store/trading/market-halts.ts'
import { order, quick } from '#tests/builders/commands.ts'
import { GOLD_TOMAN } from '#tests/builders/markets.ts'
import { SickDatabase } from '#tests/builders/sick-database.ts'
import type { TestExchange } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { openExchange } from './open-exchange.ts'

const HALTED: Halt = { kind: 'halted', reason: { fa: 'بازبینی', en: 'Under review' } }
const at = new Date()

/** Places orders of two people that match each other, sixteen at a time, until stopped. Resolves to their answers. */
function keepTrading(exchange: TestExchange) {
  const answers = { placed: 0, refused: 0, others: 0 }
  let asked = 0
  let isOver = false
  const trader = async (who: string, verb: string) => {
    while (!isOver) {
      const answer = await exchange.order(`${who} ${verb} 0.1 GOLD at 100`, `load-${asked++}`)
      if (answer.kind === 'order') answers.placed += 1
      else if (answer.kind === 'refused' && answer.code === 'MARKET_IS_NOT_ACTIVE') answers.refused += 1
      else answers.others += 1
    }
  }
  const traders = Array.from({ length: 16 }, (_, i) => (i % 2 ? trader('ali', 'sells') : trader('sara', 'buys')))
  const stop = async () => {
    isOver = true
    await Promise.all(traders)
    return answers
  }
  return { stop, answers }
}

const tradesOf = ({ commits }: TestExchange) => commits.reduce((sum, { trades }) => sum + trades.length, 0)

eachDatabase('a halt under load', (open) => {
  test('nothing trades once it is acknowledged, until it is ended; orders are refused and can be cancelled', async () => {
    const database = await open()
    const exchange = await openExchange(database)
    await exchange.gives('ali', '1000 GOLD')
    await exchange.gives('sara', '100000 TOMAN')
    const states = await openMarketStates({
      database,
      exchange,
      catalogue: await readCatalogue(database),
      hours: 'always',
    })
    const resting = await exchange.order('ali sells 1 GOLD at 200', 'resting')
    const load = keepTrading(exchange)
    await expect.poll(() => tradesOf(exchange)).toBeGreaterThan(20)

    for (let round = 0; round < 3; round++) {
      await haltMarket(database, { market: GOLD_TOMAN, halt: HALTED, at })
      await states.reload()
      const before = tradesOf(exchange)
      const placed = load.answers.placed
      const refused = load.answers.refused
      await expect.poll(() => load.answers.refused).toBeGreaterThan(refused + 50)
      expect(tradesOf(exchange)).toBe(before)
      expect(load.answers.placed - placed).toBeLessThanOrEqual(16)
      await endHalt(database, { marketId: GOLD_TOMAN.id, at })
      await states.reload()
      await expect.poll(() => tradesOf(exchange)).toBeGreaterThan(before + 20)
    }
    await haltMarket(database, { market: GOLD_TOMAN, halt: HALTED, at })
    await states.reload()
    const orderId = resting.kind === 'order' ? resting.orderId : expect.fail()
    const cancel = { type: 'cancelOrder', userId: 1, key: 'cancel', fingerprint: 'cancel', orderId } as const
    expect(await exchange.submit(cancel)).toMatchObject({ status: 'CANCELLED_BY_USER' })
    expect((await load.stop()).others).toBe(0)
    await exchange.close()
  })

  test('it holds through a rebuild, and in an exchange that starts with it', async () => {
    const healthy = await open()
    const database = new SickDatabase(healthy, 'postgres')
    const exchange = await openExchange(database)
    await exchange.gives('ali', '10 GOLD')
    const states = await openMarketStates({
      database: healthy,
      exchange,
      catalogue: await readCatalogue(healthy),
      hours: 'always',
    })
    await haltMarket(healthy, { market: GOLD_TOMAN, halt: HALTED, at })
    await states.reload()
    database.falls('lost-after')
    await exchange.gives('ali', '20 GOLD')
    const refusal = { kind: 'refused', code: 'MARKET_IS_NOT_ACTIVE' }
    expect(await exchange.order('ali sells 1 GOLD at 100', 'key-1')).toMatchObject(refusal)
    await exchange.close()
    const again = await openExchange(healthy)
    expect(await again.order('ali sells 1 GOLD at 100', 'key-2')).toMatchObject(refusal)
    await again.close()
  })

  test('an order that waited past its end, and a price that waited past its, are refused when their turn comes', async () => {
    let now = 1_000
    const database = new SickDatabase(await open())
    const exchange = await openExchange(database, { isLocal: true, now: () => now })
    await exchange.gives('ali', '10 GOLD')
    database.falls('slow')
    // Two batches are in flight: a new command waits for the first of them.
    const inFlight = [exchange.order('ali sells 1 GOLD at 100', 'first')]
    await new Promise(setImmediate)
    inFlight.push(exchange.order('ali sells 1 GOLD at 100', 'second'))
    await new Promise(setImmediate)
    const late = order('ali sells 1 GOLD at 100', { key: 'late', at: now, terms: { expiresAt: 3_000 } })
    const stale = quick('ali sells 1 GOLD at 100', { key: 'stale', at: now })
    const waiting = [
      exchange.submit(late),
      exchange.submit({ ...stale, quote: { goodUntil: 2_999, refusal: 'PRICE_STALE' } }),
    ]
    now = 3_000
    database.hurry()
    await Promise.all(inFlight)
    expect(await Promise.all(waiting)).toEqual([
      { kind: 'refused', code: 'EXPIRY_IN_PAST', at: 3_000 },
      { kind: 'refused', code: 'PRICE_STALE', at: 3_000 },
    ])
    await exchange.close()
  })
})
