import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getCandles, getLastTrades } from '#contract/markets.ts'
import { ppm } from '#domain/units.ts'
import { sightOf } from '#server/market-data/show-market.ts'
import { lendTo, lentOf } from '#server/operations/seed-capital.ts'
import { seedStrategies } from '#server/operations/seed-strategies.ts'
import { type MarketMaker, startMarketMaker } from '#server/operations/start-market-maker.ts'
import { type SandboxTraders, startSandboxTraders } from '#server/operations/start-sandbox-traders.ts'
import { createSupervisor } from '#server/store/accounts/users.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { readStrategies } from '#server/store/trading/maker-strategies.ts'
import { readStatistics } from '#server/store/trading/market-days.ts'
import { credit, order } from '#tests/builders/commands.ts'
import { type LivingExchange, openLivingExchange } from '#tests/builders/living-exchange.ts'
import { quotesOf } from '#tests/builders/quotes.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const FREE = { taker: ppm(0n), maker: ppm(0n), inviterId: undefined }
/** At ten dollars, the feed's price of every coin here, a bitcoin's rungs would be a whole percent apart, more than may be quoted. */
const DEAR = { BITCOIN: '60000' } as const
/** Two sides of twelve levels in each of 31 markets. */
const FULL = 31 * 2 * 12

onDatabase('the traders of a sandbox', (open) => {
  let database: Database
  let living: LivingExchange
  let maker: MarketMaker
  let userId: number
  const warnings: string[] = []
  const log = { warn: ({ reason }: { reason?: string }) => void warnings.push(reason ?? '') }
  const doors = { open: true }

  beforeAll(async () => {
    database = await open()
    userId = await createSupervisor(database, { systemName: 'sandbox-traders', at: new Date() })
    living = await openLivingExchange(database, quotesOf({ at: new Date(), usd: DEAR }), { sandboxTradersId: userId })
    const { exchange, catalogue, marketData } = living
    const makerId = await createSupervisor(database, { systemName: 'market-maker', at: new Date() })
    const settings = { database, exchange, catalogue, now: Date.now }
    await lendTo({ name: 'sandbox-traders', userId }, settings)
    await lendTo({ name: 'market-maker', userId: makerId }, settings)
    await seedStrategies(database, catalogue)
    maker = await startMarketMaker({
      database,
      exchange,
      markets: catalogue.markets,
      userId: makerId,
      charges: FREE,
      quoteInToman: () => undefined,
      reference: marketData.priceBoard,
      isOpen: () => true,
      readStrategies: () => readStrategies(database),
      strategiesMs: 60_000,
      roundMs: 50,
      placesPerRoundMax: 40,
      enabled: true,
      log,
      now: Date.now,
    })
    await vi.waitFor(async () => {
      const [row] = await database.query<{ count: number }>(
        `select count(*)::integer as count from orders where status = 'IS_OPEN'`,
      )
      expect(row?.count).toBe(FULL)
    }, 60_000)
  })
  beforeEach(async () => {
    doors.open = true
    living.clock.aheadMs = 0
    living.feed.quotes = quotesOf({ at: new Date(), usd: DEAR })
    await living.marketData.priceBoard.poll()
  })
  afterAll(async () => {
    await maker.stop()
    await living.close()
  })

  const start = ({ meanWaitMs = 20, ordersPerDayMax = 100_000 } = {}): Promise<SandboxTraders> =>
    startSandboxTraders({
      database: living.database,
      exchange: living.exchange,
      markets: living.catalogue.markets,
      userId,
      charges: FREE,
      quoteInToman: () => undefined,
      reference: living.marketData.priceBoard,
      pricesOf: (market) => sightOf(living.marketData.watch.market(market.id), Date.now()),
      isOpen: () => doors.open,
      lent: lentOf(living.catalogue),
      meanWaitMs: () => meanWaitMs,
      ordersPerDayMax,
      roundMs: 5,
      seed: 11,
      log,
      now: Date.now,
    })

  async function countTrades(): Promise<number> {
    const [row] = await database.query<{ count: number }>(
      'select count(*)::integer as count from trades where taker_user_id = $1',
      [userId],
    )
    return row?.count ?? 0
  }

  async function runUntil(trades: number) {
    const before = await countTrades()
    const traders = await start()
    await vi.waitFor(async () => expect(await countTrades()).toBeGreaterThanOrEqual(before + trades), 60_000)
    await traders.stop()
  }

  test('trade in every market against its quotes, in sizes that differ, and each trade says that it is theirs', async () => {
    const sizesByMarket = () =>
      database.query<{ sizes: number }>(
        'select count(distinct amount)::integer as sizes from trades where taker_user_id = $1 group by market_id',
        [userId],
      )
    const traders = await start()
    // Chance decides how long the quietest market takes.
    await vi.waitFor(async () => {
      const markets = await sizesByMarket()
      expect(markets).toHaveLength(31)
      expect(markets.filter(({ sizes }) => sizes <= 3)).toEqual([])
    }, 60_000)
    await traders.stop()
    const { content } = await living.ask(getLastTrades, { query: { marketType: 'BITCOIN_TOMAN' } })
    expect(content.length).toBeGreaterThan(3)
    expect(content.every(({ sandbox }) => sandbox)).toBe(true)
    const candles = await living.ask(getCandles, {
      params: { market: 'BITCOIN_TOMAN' },
      query: { resolution: '1' },
    })
    expect(candles.baseDTO.sandbox).toBe(true)
    expect(candles.content.at(-1)?.close).toBe(content[0]?.unitPrice)
    expect(warnings).toEqual([])
  })

  test('leave no order on a book, move no coin but by the ledger, and are counted in no statistics', async () => {
    await runUntil(100)
    expect(
      await database.query(`select id from orders where user_id = $1 and status in ('IS_OPEN', 'PENDING')`, [userId]),
    ).toEqual([])
    expect((await checkLedger(database)).faults).toEqual([])
    const before = await readStatistics(database)
    expect(before.userCount).toBe(0)
    expect(before.markets.reduce((sum, { count }) => sum + count, 0)).toBe(0)
    expect(await countTrades()).toBeGreaterThan(100)
  })

  test('a trade with a customer is the customer’s, and counts', async () => {
    const given = { key: 'customer-1', at: Date.now() }
    await living.exchange.submit(credit('ali', '1000000000 TOMAN', given))
    const before = await readStatistics(database)
    const best = living.marketData.watch.market(3).depth.bids[0]?.price ?? 0n
    // One tick above the market maker's best bid.
    const bid = order(`ali buys 0.5 GOLD at ${best / 100_000_000n + 100n}`, { ...given, key: 'customer-2' })
    const placed = await living.exchange.submit(bid)
    if (placed.kind !== 'order') throw new Error('refused')
    const traders = await start()
    await vi.waitFor(async () => {
      const [own] = await database.query<{ executed: bigint }>('select executed from orders where id = $1', [
        placed.orderId,
      ])
      expect(own?.executed).toBeGreaterThan(0n)
    }, 60_000)
    await traders.stop()
    const counts = ({ markets }: typeof before) => new Map(markets.map(({ marketId, count }) => [marketId, count]))
    const [earlier, later] = [counts(before), counts(await readStatistics(database))]
    expect([...later.keys()].filter((id) => later.get(id) !== (earlier.get(id) ?? 0))).toEqual([3])
  })

  test('rest where a market is not open, where the feed is stale, and when their orders of the day are made', async () => {
    const rests = async (how: Parameters<typeof start>[0] = {}, tradesMin = 0) => {
      const before = await countTrades()
      const traders = await start(how)
      await vi.waitFor(async () => expect(await countTrades()).toBeGreaterThanOrEqual(before + tradesMin), 60_000)
      await new Promise((resolve) => setTimeout(resolve, 300))
      await traders.stop()
      return (await countTrades()) - before
    }
    doors.open = false
    expect(await rests()).toBe(0)
    doors.open = true
    living.clock.aheadMs = 60_000
    expect(await rests()).toBe(0)
    living.clock.aheadMs = 0
    expect(await rests({ ordersPerDayMax: 0 })).toBe(0)
    // An order may match several quotes.
    expect(await rests({ ordersPerDayMax: 5 }, 1)).toBeLessThanOrEqual(15)
  })

  test('a start brings no trades of its own, however many there are', async () => {
    const before = await countTrades()
    for (let round = 0; round < 11; round++) {
      const traders = await start({ meanWaitMs: 3_600_000 })
      await new Promise((resolve) => setTimeout(resolve, 20))
      await traders.stop()
    }
    expect(await countTrades()).toBe(before)
  })
})
