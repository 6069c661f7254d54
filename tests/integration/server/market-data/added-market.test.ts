import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCoinDetails, getCoinPrices, getCoins, getSupportedCoins } from '#contract/coins.ts'
import { getCandles, getLastTrades, getMarket, getMarketInfo, getMarkets, getOrderBook } from '#contract/markets.ts'
import { getChartGroup, getChartHistory, getChartSymbol } from '#contract/udf.ts'
import type { Market } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { amount, ppm } from '#domain/units.ts'
import { openMarketStates } from '#server/operations/market-states.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import { insertCoin } from '#server/store/console/coins.ts'
import { endMarket, insertMarket } from '#server/store/console/markets.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { CHARGES } from '#tests/builders/commands.ts'
import { type LivingExchange, openLivingExchange } from '#tests/builders/living-exchange.ts'
import { priceOf } from '#tests/builders/quotes.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const ANNA = 2_001
const BAHRAM = 2_002
const MARKET = 'CARDANO_TOMAN'
const LISTED = new Date('2026-11-20T08:00:00Z')
const ADA = {
  symbol: 'CARDANO',
  code: 'ADA',
  persianName: 'کاردانو',
  englishName: 'Cardano',
  priceSource: 'cardano',
  decimals: 6,
  precision: 2,
}
const SETTINGS = {
  tick: priceOf('10'),
  minAmount: amount(1_000_000n),
  maxAmount: amount(1_000_000_000n),
  minTotal: amount(0n),
  openOrdersMax: 200,
  hours: 'always',
  protectionBand: ppm(50_000n),
  forceWarning: ppm(25_000n),
  limitPriceMin: ppm(200_000n),
  limitPriceMax: ppm(5_000_000n),
} as const

onDatabase('a coin and a market that are added while the server runs', (open) => {
  let living: LivingExchange
  let made: Market
  let revision = 0
  beforeAll(async () => {
    living = await openLivingExchange(await open(), undefined)
    const { database, exchange, catalogue } = living
    const states = await openMarketStates({ database, exchange, catalogue, hours: 'always' })
    // Every endpoint is called before the market is added.
    await everything()
    await database.transaction(async (tx) => {
      const bounds = { quickTradeMin: amount(1_000_000n), quickTradeMax: amount(9_000_000n) }
      await insertCoin(tx, { ...ADA, ...bounds, networks: [] })
      const { coinBySymbol } = await readCatalogue(tx)
      const [base, quote] = ['CARDANO', 'TOMAN'].map((symbol) => coinBySymbol.get(symbol) ?? expect.fail(symbol))
      if (base && quote) await insertMarket(tx, { ...SETTINGS, symbol: MARKET, base, quote, listedAt: LISTED })
    })
    expect(await living.answer(getOrderBook, { query: { marketType: MARKET } })).toMatchObject({
      code: 'MARKET_NOT_FOUND',
    })
    await states.reload()
    made = catalogue.marketBySymbol.get(MARKET) ?? expect.fail('no market')
    revision = catalogue.revision
    await states.reload()
    expect(catalogue.revision).toBe(revision)
  })
  afterAll(() => living.close())

  const everything = () =>
    Promise.all([
      living.ask(getCoinDetails),
      living.ask(getCoins),
      living.ask(getSupportedCoins),
      living.ask(getMarkets, { query: { source_coin: 'TOMAN' } }),
      living.ask(getChartGroup),
    ])

  let keys = 0
  const stamped = (userId: number) => ({ userId, key: `key-${++keys}`, fingerprint: `key-${keys}` })
  const give = (userId: number, coinId: number, units: bigint) =>
    living.exchange.submit({
      ...{ type: 'credit', source: 'hot/ERC20', ...stamped(userId) },
      ...{ coinId, amount: amount(units), reference: `gift-${keys}` },
    })
  const place = (userId: number, side: Side, price: string, units: bigint) =>
    living.exchange.submit({
      ...{ type: 'placeOrder', ...stamped(userId), marketId: made.id, side, unitPrice: priceOf(price) },
      ...{ amount: amount(units), charges: CHARGES, quoteInToman: undefined, clientOrderId: undefined },
    })

  test('every list shows it at once, with an empty book, no past and no price', async () => {
    const [details, names, support, list, chart] = await everything()
    expect(details.content.find(({ name }) => name === 'CARDANO')).toMatchObject({ code: 'ADA', maxAmount: '1000' })
    expect(names.content.find(({ name }) => name === 'CARDANO')).toMatchObject({ marketTypes: [MARKET] })
    expect(support.content.find(({ name }) => name === 'CARDANO')).toMatchObject({ quickTradeUnits: ['TOMAN'] })
    expect(list.content.find(({ marketType }) => marketType === MARKET)).toMatchObject({
      last24HourVolume: '0',
      listedAt: LISTED.toISOString(),
    })
    expect(chart).toMatchObject({ symbol: expect.arrayContaining([MARKET]) })
    expect((await living.ask(getMarket, { params: { market: MARKET } })).baseDTO).toMatchObject({ tickSize: '10' })
    const { baseDTO } = await living.ask(getOrderBook, { query: { marketType: MARKET } })
    expect(baseDTO).toMatchObject({ buyOrderBook: [], sellOrderBook: [] })
    expect(new Date(baseDTO.at).getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(await living.ask(getChartSymbol, { query: { symbol: MARKET } })).toMatchObject({ name: MARKET })
    expect((await living.ask(getLastTrades, { query: { marketType: MARKET } })).content).toEqual([])
    const { content } = await living.ask(getCandles, { params: { market: MARKET }, query: { resolution: '60' } })
    expect(content).toEqual([])
  })

  test('it trades: book, last trade, figures, candles, the chart and the price follow, and a rebuilt exchange is the same', async () => {
    await give(ANNA, made.quote.id, 1_000_000_000_000n)
    await give(BAHRAM, made.base.id, 100_000_000n)
    await place(BAHRAM, 'SELL', '500', 5_000_000n)
    expect(await place(ANNA, 'BUY', '505', 1_000_000n)).toMatchObject({ code: 'UNIT_PRICE_INVALID' })
    expect(await place(ANNA, 'BUY', '500', 2_000_000n)).toMatchObject({ kind: 'order', executed: 2_000_000n })
    const { baseDTO } = await living.ask(getOrderBook, { query: { marketType: MARKET } })
    expect(baseDTO.sellOrderBook).toMatchObject([{ unitPrice: '500', volume: '3' }])
    expect((await living.ask(getLastTrades, { query: { marketType: MARKET } })).content).toMatchObject([
      { amount: '2', unitPrice: '500' },
    ])
    expect(await living.ask(getMarketInfo, { query: { market_type: MARKET } })).toMatchObject({
      baseDTO: { marketTradeInfo: { lastPrice: '500', last24HourVolume: '2', isReference: false } },
    })
    const { content } = await living.ask(getCandles, { params: { market: MARKET }, query: { resolution: '60' } })
    expect(content).toMatchObject([{ open: '500', close: '500', volume: '2' }])
    const now = Math.floor(Date.now() / 1_000)
    const span = { symbol: MARKET, resolution: '60', from: now - 7_200, to: now + 60 }
    expect(await living.ask(getChartHistory, { query: span })).toMatchObject({ s: 'ok', c: [500] })
    await expect.poll(async () => JSON.stringify(await living.ask(getCoinPrices))).toContain('CARDANO')

    const { database } = living
    const book = { query: { marketType: MARKET } }
    const before = await living.ask(getLastTrades, book)
    await living.close()
    expect((await checkLedger(database)).faults).toEqual([])
    living = await openLivingExchange(database, undefined)
    expect(await living.ask(getLastTrades, book)).toEqual(before)
    expect((await living.ask(getOrderBook, book)).baseDTO.sellOrderBook).toEqual(baseDTO.sellOrderBook)
  })

  test('one that operators have ended leaves every list, and its trades can still be read', async () => {
    const { database, exchange, catalogue } = living
    const states = await openMarketStates({ database, exchange, catalogue, hours: 'always' })
    expect((await everything())[3].content.map(({ marketType }) => marketType)).toContain(MARKET)
    await database.transaction((tx) => endMarket(tx, made.id))
    await states.reload()
    const [details, names, support, list, chart] = await everything()
    expect(details.content.find(({ name }) => name === 'CARDANO')).toMatchObject({ code: 'ADA' })
    expect(names.content.find(({ name }) => name === 'CARDANO')).toMatchObject({ marketTypes: [] })
    expect(support.content.find(({ name }) => name === 'CARDANO')).toMatchObject({ quickTradeUnits: [] })
    expect(list.content.map(({ marketType }) => marketType)).not.toContain(MARKET)
    expect(chart).not.toMatchObject({ symbol: expect.arrayContaining([MARKET]) })
    expect((await living.ask(getLastTrades, { query: { marketType: MARKET } })).content).not.toEqual([])
    expect(await place(ANNA, 'BUY', '500', 1_000_000n)).toMatchObject({ code: 'MARKET_IS_NOT_ACTIVE' })
  })
})
