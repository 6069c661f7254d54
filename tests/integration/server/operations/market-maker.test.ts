import { afterEach, beforeAll, expect, test } from 'vitest'
import { getMarketInfo, getOrderBook } from '#contract/markets.ts'
import { ppm } from '#domain/units.ts'
import { seedStrategies } from '#server/operations/seed-strategies.ts'
import { type MarketMaker, startMarketMaker } from '#server/operations/start-market-maker.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { readStrategies, switchMarketMaker } from '#server/store/trading/maker-strategies.ts'
import { order } from '#tests/builders/commands.ts'
import { type LivingExchange, MARKET_MAKER, openLivingExchange } from '#tests/builders/living-exchange.ts'
import { quotesOf } from '#tests/builders/quotes.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const ROUND_MS = 20
/** At ten dollars, the feed's price of every coin here, a bitcoin's rungs would be a whole percent apart, more than may be quoted. */
const DEAR = { BITCOIN: '60000' } as const
/** Two sides of twelve levels in each of 31 markets. */
const FULL = 31 * 2 * 12

onDatabase('market maker', (open) => {
  let database: Database
  let living: LivingExchange
  let maker: MarketMaker | undefined
  const failures: string[] = []

  const doors = { open: true }

  const start = (enabled = true) =>
    startMarketMaker({
      database: living.database,
      exchange: living.exchange,
      markets: living.catalogue.markets,
      userId: MARKET_MAKER,
      charges: { taker: ppm(0n), maker: ppm(0n), inviterId: undefined },
      quoteInToman: () => undefined,
      reference: living.marketData.priceBoard,
      isOpen: () => doors.open,
      readStrategies: () => readStrategies(database),
      strategiesMs: ROUND_MS,
      roundMs: ROUND_MS,
      placesPerRoundMax: 40,
      enabled,
      log: { warn: ({ reason }: { reason?: string }) => void failures.push(reason ?? '') },
      now: Date.now,
    })

  async function countOrders(status?: string): Promise<number> {
    const rows = await database.query(
      'select id from orders where user_id = $1 and ($2::text is null or status::text = $2)',
      [MARKET_MAKER, status ?? null],
    )
    return rows.length
  }

  const openOrders = () => countOrders('IS_OPEN')

  /** The number of quoted sides, and whether each has three or four levels. */
  async function levelsASide() {
    const sides = await database.query<{ count: bigint }>(
      `select count(*) from orders where user_id = $1 and status = 'IS_OPEN' group by market_id, side`,
      [MARKET_MAKER],
    )
    return [sides.length, sides.every(({ count }) => count === 3n || count === 4n)]
  }

  async function quote(quotes = quotesOf({ at: new Date(), usd: DEAR })) {
    living.feed.quotes = quotes
    await living.marketData.priceBoard.poll()
  }

  beforeAll(async () => {
    database = await open()
    living = await openLivingExchange(database, quotesOf({ at: new Date(), usd: DEAR }))
    await seedStrategies(database, living.catalogue)
    await database.query('update maker_strategies set refresh_ms = 0')
  })
  afterEach(async () => {
    await maker?.stop()
    maker = undefined
  })

  test('a quote that is under way when it starts is withdrawn with the others', async () => {
    const market = living.catalogue.marketBySymbol.get('GOLD_TOMAN')
    if (!market) throw new Error('no market of gold')
    const quoted = order('ali sells 1 GOLD at 99000000', { key: 'of another run', at: Date.now() })
    const placed = living.exchange.submit({ ...quoted, userId: MARKET_MAKER, marketId: market.id })
    for (let turns = 0; turns < 2; turns++) await new Promise(setImmediate)
    maker = await start(false)
    expect(await placed).toMatchObject({ status: 'IS_OPEN' })
    expect(await openOrders()).toBe(0)
  })

  test('it quotes both sides of every market, and stopping leaves nothing on the books', async () => {
    await quote()
    maker = await start()
    await expect.poll(openOrders).toBe(FULL)
    const books = await Promise.all(
      living.catalogue.markets.map(({ symbol }) => living.ask(getOrderBook, { query: { marketType: symbol } })),
    )
    for (const { baseDTO } of books)
      expect([baseDTO.buyOrderBook.length, baseDTO.sellOrderBook.length]).toEqual([11, 11])
    await maker.stop()
    expect(await openOrders()).toBe(0)
    expect(failures).toEqual([])
  })

  test('while prices stand still or tremble it writes nothing', async () => {
    await quote()
    maker = await start()
    await expect.poll(openOrders).toBe(FULL)
    const placed = await countOrders()
    await quote(
      quotesOf({ at: new Date(), usd: DEAR, dollarBuy: '100040', dollarSell: '100040', goldGram: '10004000' }),
    )
    await new Promise((resolve) => setTimeout(resolve, 10 * ROUND_MS))
    expect(await countOrders()).toBe(placed)
  })

  test('when prices move it follows, without ever trading with itself', async () => {
    await quote()
    maker = await start()
    await expect.poll(openOrders).toBe(FULL)
    await quote(
      quotesOf({ at: new Date(), usd: DEAR, dollarBuy: '103000', dollarSell: '103000', goldGram: '10400000' }),
    )
    await expect
      .poll(() => living.ask(getMarketInfo, { query: { market_type: 'GOLD_TOMAN' } }))
      .toMatchObject({ baseDTO: { marketTradeInfo: { lastPrice: expect.stringMatching(/^10(39|40)/) } } })
    await expect.poll(openOrders).toBe(FULL)
    const trades = await database.query('select id from trades')
    expect(trades).toEqual([])
    expect(await countOrders('FINISHED_WITHOUT_TRANSACTION')).toBe(0)
  })

  test('when prices grow old it withdraws every quote', async () => {
    await quote()
    maker = await start()
    await expect.poll(openOrders).toBe(FULL)
    living.clock.aheadMs = 60_000
    await expect.poll(openOrders).toBe(0)
    living.clock.aheadMs = 0
    await expect.poll(openOrders).toBe(FULL)
  })

  test('in the pause between two placings a quote that the price has passed goes, and the others stay', async () => {
    await quote()
    maker = await start()
    await expect.poll(openOrders).toBe(FULL)
    await database.query('update maker_strategies set refresh_ms = 30000')
    try {
      // The market maker has read this; its next placing is half a minute away from now on.
      await new Promise((resolve) => setTimeout(resolve, 5 * ROUND_MS))
      await quote(quotesOf({ at: new Date(), usd: DEAR, dollarBuy: '100300', dollarSell: '100300' }))
      const passed = () =>
        database.query<{ side: string; unit_price: bigint }>(
          `select o.side, o.unit_price from orders o join markets m on m.id = o.market_id
            where o.user_id = $1 and o.status = 'IS_OPEN' and m.symbol = 'TETHER_TOMAN' order by o.unit_price`,
          [MARKET_MAKER],
        )
      const middle = 100_300n * 10n ** 8n
      await expect
        .poll(async () => (await passed()).filter(({ side, unit_price }) => side === 'SELL' && unit_price < middle))
        .toEqual([])
      const rest = await passed()
      expect(rest.filter(({ side }) => side === 'BUY')).toHaveLength(12)
      expect(rest.filter(({ side }) => side === 'SELL').length).toBeGreaterThan(0)
      expect(rest.filter(({ side }) => side === 'SELL').length).toBeLessThan(12)
    } finally {
      await database.query('update maker_strategies set refresh_ms = 0')
    }
  })

  test('where a market does not trade it withdraws every quote, and comes back when it does', async () => {
    await quote()
    maker = await start()
    await expect.poll(openOrders).toBe(FULL)
    doors.open = false
    await expect.poll(openOrders).toBe(0)
    doors.open = true
    await expect.poll(openOrders).toBe(FULL)
  })

  test('what a killed run left on the books is cancelled by the next, even by one that is switched off', async () => {
    await quote()
    const killed = await start()
    await expect.poll(openOrders).toBe(FULL)
    await living.exchange.close()
    await killed.stop()
    expect(await openOrders()).toBe(FULL)
    await living.close()

    living = await openLivingExchange(database, quotesOf({ at: new Date(), usd: DEAR }))
    maker = await start(false)
    expect(await openOrders()).toBe(0)
    await new Promise((resolve) => setTimeout(resolve, 3 * ROUND_MS))
    expect(await openOrders()).toBe(0)
  })

  test('switched off in one market it leaves that one, and a restart does not bring it back', async () => {
    const [bitcoin] = living.catalogue.markets.filter(({ symbol }) => symbol === 'BITCOIN_TOMAN')
    if (!bitcoin) throw new Error('no market of bitcoin')
    await quote()
    maker = await start()
    await expect.poll(openOrders).toBe(FULL)
    await switchMarketMaker(database, { marketIds: [bitcoin.id], enabled: false, at: new Date() })
    await expect.poll(openOrders).toBe(FULL - 24)
    await maker.stop()
    maker = await start()
    await expect.poll(openOrders).toBe(FULL - 24)
    await switchMarketMaker(database, { marketIds: 'all', enabled: false, at: new Date() })
    await expect.poll(openOrders).toBe(0)
    await switchMarketMaker(database, { marketIds: 'all', enabled: true, at: new Date() })
    await expect.poll(openOrders).toBe(FULL)
  })

  test('a changed setting is obeyed while it runs, and kept by the next start of the server', async () => {
    await quote()
    maker = await start()
    await expect.poll(openOrders).toBe(FULL)
    await database.query('update maker_strategies set levels = 3, step_ppm = 1000')
    // Three a side, and a fourth if an open order is close enough to stay.
    await expect.poll(levelsASide).toEqual([31 * 2, true])
    await seedStrategies(database, living.catalogue)
    expect([...(await readStrategies(database)).values()].map(({ levels }) => levels)).toEqual(Array(31).fill(3))
  })

  test('with too much of a coin it offers it for less', async () => {
    await database.query('update maker_strategies set levels = 1, inventory_target = 1, inventory_band = 1')
    await quote()
    maker = await start()
    await expect.poll(openOrders).toBe(31 * 2)
    const { baseDTO } = await living.ask(getOrderBook, { query: { marketType: 'GOLD_TOMAN' } })
    // Around ten million less 0.04 %: the nearest rungs, 0.1 % apart, at a distance of 0.08 %.
    expect([baseDTO.buyOrderBook[0]?.unitPrice, baseDTO.sellOrderBook[0]?.unitPrice]).toEqual(['9986100', '10005900'])
  })

  test('the ledger adds up after all of it', async () => {
    const { faults } = await checkLedger(database)
    expect(faults).toEqual([])
    await living.close()
  })
})
