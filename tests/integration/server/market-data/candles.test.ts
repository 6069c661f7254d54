import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { RESOLUTIONS, type Resolution } from '#domain/bar-grid.ts'
import type { MarketTrade } from '#domain/trade.ts'
import { amount, price } from '#domain/units.ts'
import { sandboxCandles } from '#sandbox/prices/sandbox-candles.ts'
import { createSandboxMarket } from '#sandbox/prices/sandbox-market.ts'
import { barOf } from '#server/market-data/market-read-model.ts'
import { MinuteKeeper } from '#server/market-data/minute-keeper.ts'
import { seedCandles } from '#server/operations/seed-candles.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { TRADES } from '#server/store/exchange-rows.ts'
import { readBars } from '#server/store/market-data/read-bars.ts'
import { migrate } from '#server/store/migrate.ts'
import { bulkInsertSql, bulkValues } from '#server/store/rows.ts'
import { someTrades } from '#tests/builders/market-trades.ts'
import { naiveCandles } from '#tests/builders/naive-candles.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const START = Date.parse('2026-11-18T22:00:00Z')
const GOLD_TOMAN = 3
const log = { warn() {} }

eachDatabase('candles', (open) => {
  let database: Database

  beforeAll(async () => {
    database = await open()
    await migrate(database)
    await seedCatalogue(database)
  })
  beforeEach(async () => {
    await database.query('delete from candles')
    await database.query('delete from trades')
    await database.query('update candle_progress set last_trade_id = 0')
  })

  async function commit(trades: readonly MarketTrade[]) {
    const rows = trades.map((trade) => ({
      ...trade,
      value: amount(1n),
      takerOrderId: 1,
      makerOrderId: 2,
      takerUserId: 1,
      makerUserId: 2,
      takerFee: amount(0n),
      makerFee: amount(0n),
      quoteInToman: undefined,
    }))
    if (rows.length > 0)
      await database.query(bulkInsertSql(TRADES, { firstParameter: 1, guard: 'true' }), bulkValues(TRADES, rows))
  }

  async function barsOf(of: Resolution) {
    const { stepMs, offsetMs } = RESOLUTIONS[of]
    const wanted = { marketIds: [GOLD_TOMAN], stepMs, offsetMs, sinceMs: 0, barsMax: 1_000 }
    return (await readBars(database, wanted)).map(barOf)
  }

  test('what is written while trades come, and made again after a crash, equals the bars of all trades', async () => {
    await fc.assert(
      fc.asyncProperty(
        someTrades({ startMs: START, stepMsMax: 90_000 }),
        fc.constantFrom<Resolution[]>('1', '5', '60', '1D'),
        fc.nat(120),
        async (trades, of, crashAfter) => {
          await database.query('delete from candles')
          await database.query('delete from trades')
          await database.query('update candle_progress set last_trade_id = 0')
          const keeperOf = () => new MinuteKeeper({ database, log, writeMs: 3_600_000 })
          let keeper = keeperOf()
          await keeper.begin(0)
          for (const [i, trade] of trades.entries()) {
            await commit([trade])
            keeper.add(trade)
            if (i % 7 === 3) await keeper.write()
            if (i !== crashAfter) continue
            keeper = keeperOf()
            await keeper.begin(trade.id)
          }
          await keeper.close()
          expect((await barsOf(of)).map(({ candle }) => candle)).toEqual(naiveCandles(trades, of))
        },
      ),
      { numRuns: 12 },
    )
  })

  test('a start in the middle of a minute goes on with its bar, and does not read its trades at every write', async () => {
    const trade = (id: number, unitPrice: bigint): MarketTrade => ({
      id,
      marketId: GOLD_TOMAN,
      takerSide: 'BUY',
      unitPrice: price(unitPrice),
      amount: amount(10n),
      takerUserId: 1,
      at: START + id * 1_000,
    })
    let rereads = 0
    const counting: Database = {
      ...database,
      query(sql, values) {
        if (/from trades/.test(sql)) rereads += 1
        return database.query(sql, values)
      },
    }
    await commit([trade(1, 100n), trade(2, 90n)])
    const keeper = new MinuteKeeper({ database: counting, log, writeMs: 3_600_000 })
    await keeper.begin(2)
    expect(rereads).toBe(1)
    for (const next of [trade(6, 120n), trade(7, 110n)]) {
      await commit([next])
      keeper.add(next)
      await keeper.write()
    }
    await keeper.close()
    expect(rereads).toBe(1)
    const bars = (await barsOf('1')).map(({ candle }) => candle)
    expect(bars).toEqual([{ opensAt: START, open: 100n, high: 120n, low: 90n, close: 110n, volume: 40n }])
  })

  test('a process that lags behind another does not replace its bar with an older one', async () => {
    const trade = (id: number, unitPrice: bigint): MarketTrade => ({
      ...{ id, marketId: GOLD_TOMAN, takerSide: 'BUY', takerUserId: 1, at: START + id * 1_000 },
      ...{ unitPrice: price(unitPrice), amount: amount(10n) },
    })
    const trades = [trade(1, 100n), trade(2, 90n), trade(3, 120n)]
    await commit(trades)
    const [ahead, behind] = [1, 2].map(() => new MinuteKeeper({ database, log, writeMs: 3_600_000 }))
    for (const [keeper, count] of [
      [ahead, 3],
      [behind, 2],
    ] as const) {
      await keeper?.begin(0)
      for (const each of trades.slice(0, count)) keeper?.add(each)
      await keeper?.close()
    }
    const bars = (await barsOf('1')).map(({ candle }) => candle)
    expect(bars).toEqual([{ opensAt: START, open: 100n, high: 120n, low: 90n, close: 120n, volume: 30n }])
  })

  test('a sandbox’s past reaches ninety days back, is marked, and is made up once', async () => {
    const { markets } = await readCatalogue(database)
    const gold = markets.filter(({ symbol }) => symbol === 'GOLD_TOMAN')
    const sandbox = createSandboxMarket({ seed: 7 })
    let nowMs = Date.parse('2026-11-20T08:20:00Z')
    const seed = () =>
      seedCandles({ database, markets: gold, past: (wanted) => sandboxCandles(sandbox, wanted), now: () => nowMs })
    const all = () => database.query('select * from candles order by width_seconds, opens_at')

    await seed()
    const hours = await barsOf('60')
    expect(hours).toHaveLength(1_000)
    expect(hours.every((bar) => bar.sandbox)).toBe(true)
    expect(await barsOf('1D')).toHaveLength(91)
    const first = await all()
    await seed()
    expect(await all()).toEqual(first)

    nowMs += 5 * 3_600_000
    await seed()
    const later = await barsOf('60')
    expect(later.at(-1)?.candle.opensAt).toBe(Date.parse('2026-11-20T13:00:00Z'))
    const opens = later.map(({ candle }) => candle.opensAt)
    expect(new Set(opens).size).toBe(opens.length)
  })

  test('no past is made up where somebody traded', async () => {
    const { markets } = await readCatalogue(database)
    const gold = markets.filter(({ symbol }) => symbol === 'GOLD_TOMAN')
    const nowMs = Date.parse('2026-11-20T08:20:00Z')
    await database.query(`insert into candles values ($1, 60, false, $2, 5, 5, 5, 5, 1)`, [
      GOLD_TOMAN,
      new Date('2026-11-20T07:10:00Z'),
    ])
    const sandbox = createSandboxMarket({ seed: 7 })
    await seedCandles({ database, markets: gold, past: (wanted) => sandboxCandles(sandbox, wanted), now: () => nowMs })
    const made = await database.query<{ at: Date }>('select min(opens_at) as at from candles where sandbox')
    expect(made[0]?.at.getTime()).toBeGreaterThan(Date.parse('2026-11-20T07:10:00Z'))
  })
})
