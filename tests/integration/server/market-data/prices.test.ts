import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  getCoinDetails,
  getCoinPrices,
  getCoins,
  getSupportedCoins,
  getTetherPrices,
  getTomanPrices,
} from '#contract/coins.ts'
import { getMarket, getMarketInfo, getMarkets } from '#contract/markets.ts'
import { type LivingServer, startLivingServer } from '#tests/builders/living-server.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const DAY_MS = 86_400_000

onDatabase('prices', (open) => {
  let at: LivingServer
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${at.url}/api${path}`, { headers })
    return {
      status: answer.status,
      headers: answer.headers,
      body: answer.status === 304 ? undefined : await answer.json(),
    }
  }

  beforeAll(async () => {
    at = await startLivingServer(await open())
    await at.give('ali', '1000000000 TOMAN')
    await at.give('sara', '1000 GOLD')
    await at.place('ali buys 3 GOLD at 9900000')
    await at.place('sara sells 1 GOLD at 9900000')
  })
  afterAll(() => at.close())

  test('the coins, by name and by what can be done with them', async () => {
    const names = getCoins.response.parse((await read('/coins')).body)
    expect(names.content).toContainEqual(
      expect.objectContaining({
        name: 'GOLD',
        persianName: 'طلای ۱۸ عیار',
        marketTypes: ['GOLD_TOMAN', 'GOLD_TETHER'],
      }),
    )
    const support = getSupportedCoins.response.parse((await read('/coins/supporting-coins')).body)
    expect(support.content).toContainEqual({
      name: 'GOLD',
      code: 'GOLD',
      quickTradeUnits: ['TOMAN', 'TETHER'],
      tokenTypes: [],
      depositEnable: false,
      withdrawEnable: false,
    })
  })

  test('what is said of deposits and withdrawals is what can be done now: Toman by card and by bank, and nothing else', async () => {
    const support = getSupportedCoins.response.parse((await read('/coins/supporting-coins')).body).content
    const details = getCoinDetails.response.parse((await read('/coins/details')).body).content
    const served = (coins: typeof support | typeof details, way: 'depositEnable' | 'withdrawEnable') =>
      coins.filter((coin) => coin[way]).map(({ name }) => name)
    for (const coins of [support, details]) {
      expect(coins).toHaveLength(17)
      expect(served(coins, 'depositEnable')).toEqual(['TOMAN'])
      expect(served(coins, 'withdrawEnable')).toEqual(['TOMAN'])
    }
    const networks = details.flatMap(({ tokenTypeDetails }) => tokenTypeDetails)
    expect(networks.length).toBeGreaterThan(10)
    expect(networks.filter(({ withdrawEnable, isDepositEnable }) => withdrawEnable || isDepositEnable)).toEqual([])
  })

  test('quick-trade prices come with their week only where it is asked for, and of the coins that are asked for', async () => {
    const all = getTomanPrices.response.parse((await read('/coins/exchange-price/usd')).body)
    expect(all.content.length).toBeGreaterThan(5)
    expect(all.content.every(({ priceWeeklyChangePercent }) => priceWeeklyChangePercent === undefined)).toBe(true)
    const some = await read('/coins/exchange-price/usdt?includeWeeklyChange=true&toCurrencies=GOLD,BITCOIN')
    const { content } = getTetherPrices.response.parse(some.body)
    expect(content.map(({ destCoinSymbol }) => destCoinSymbol).sort()).toEqual(['BITCOIN', 'GOLD'])
    expect(content.every(({ priceWeeklyChangePercent }) => priceWeeklyChangePercent === null)).toBe(true)
    expect((await read('/coins/exchange-price/usd?toCurrencies=PEARL')).body).toMatchObject({ code: 'COIN_NOT_FOUND' })
    expect((await read('/coins/exchange-price/usd?toCurrencies=gold')).status).toBe(400)
    expect((await read('/coins/exchange-price/usd?includeWeeklyChange=maybe')).status).toBe(400)
  })

  test('market prices come with the changes that are asked for', async () => {
    const of = async (query: string) => {
      const { content } = getCoinPrices.response.parse((await read(`/coins/price/usd${query}`)).body)
      return content.find(({ destCoinSymbol }) => destCoinSymbol === 'GOLD')
    }
    expect(await of('')).toEqual({ destCoinSymbol: 'GOLD', sourceCoinSymbol: 'TOMAN', price: '9900000' })
    expect(await of('?include24hrChange=true')).toMatchObject({ price24hrChangePercent: '0' })
    expect(await of('?includeWeeklyChange=true')).toMatchObject({ priceWeeklyChangePercent: null })
  })

  test('the list of markets heeds its unit, its week, its size and its page', async () => {
    const list = async (query: string) =>
      getMarkets.response.parse((await read(`/trades/market-info/v2?${query}`)).body)
    const all = await list('source_coin=TOMAN&weeklyDataIncluded=true&size=1000&page=1')
    expect(all.totalPages).toBe(1)
    expect(all.content.every(({ lastWeekData }) => lastWeekData.length === 20)).toBe(true)
    const bare = await list('source_coin=TOMAN&weeklyDataIncluded=false')
    expect(bare.content.every(({ lastWeekData }) => lastWeekData.length === 0)).toBe(true)
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`source_coin=TETHER&size=5&page=${page}`)))
    const symbols = pages.flatMap(({ content }) => content.map(({ marketType }) => marketType))
    expect(symbols).toEqual((await list('source_coin=TETHER')).content.map(({ marketType }) => marketType))
    expect(pages[0]?.totalPages).toBe(Math.ceil(symbols.length / 5))
    expect((await list('source_coin=TETHER&size=5&page=99999')).content).toEqual([])
    expect((await read('/trades/market-info/v2?source_coin=RIAL')).status).toBe(400)
  })

  test('one market comes with the tickers of a unit where that is named', async () => {
    const ask = async (query: string) =>
      getMarketInfo.response.parse((await read(`/trades/market-info?market_type=GOLD_TOMAN${query}`)).body).baseDTO
    expect((await ask('')).tickerPrices).toBeUndefined()
    const { marketTradeInfo, tickerPrices } = await ask('&source_coin=TETHER')
    expect(marketTradeInfo).toMatchObject({ lastPrice: '9900000', last24HourVolume: '1', maxPrice: '9900000' })
    expect(tickerPrices?.every(({ sourceCoin }) => sourceCoin === 'TETHER')).toBe(true)
    expect(tickerPrices?.length).toBeGreaterThan(5)
  })

  test('the rules of a market say how far a limit price may be, and from which distance on it needs a confirmation', async () => {
    const { baseDTO } = getMarket.response.parse((await read('/markets/GOLD_TOMAN')).body)
    expect(baseDTO).toMatchObject({ limitPriceMin: '20', limitPriceMax: '500', forceWarning: '5' })
  })

  test('a halt is shown in both languages wherever the market is shown', async () => {
    const { states, clock } = at.living
    const reason = { fa: 'تعطیل است', en: 'Halted for a while' }
    states.state = { kind: 'halted', reason }
    clock.aheadMs += 1_000
    const { baseDTO } = getMarket.response.parse((await read('/markets/GOLD_TOMAN')).body)
    expect(baseDTO).toMatchObject({ active: false, state: { kind: 'HALTED', reason, opensAt: null, closesAt: null } })
    const rows = getMarkets.response.parse((await read('/trades/market-info/v2?source_coin=TOMAN')).body)
    expect(rows.content[0]?.state).toEqual({ kind: 'HALTED', reason, opensAt: null, closesAt: null })
    states.state = { kind: 'open' }
    clock.aheadMs += 1_000
    expect((await read('/markets/GOLD_TOMAN')).body.baseDTO.active).toBe(true)
  })

  test('a market in its working hours is open and says when it closes', async () => {
    const { states, clock } = at.living
    for (const closesAt of ['2026-11-25T15:00:00.000Z', '2026-11-26T11:30:00.000Z']) {
      states.state = { kind: 'open', closesAt: new Date(closesAt) }
      clock.aheadMs += 1_000
      const state = { kind: 'OPEN', reason: null, opensAt: null, closesAt }
      const { baseDTO } = getMarket.response.parse((await read('/markets/GOLD_TOMAN')).body)
      expect(baseDTO).toMatchObject({ active: true, state })
      const rows = getMarkets.response.parse((await read('/trades/market-info/v2?source_coin=TOMAN')).body)
      expect(rows.content[0]?.state).toEqual(state)
    }
    states.state = { kind: 'open' }
    clock.aheadMs += 1_000
  })

  describe('what everybody polls', () => {
    const PATHS = [
      '/coins',
      '/coins/details',
      '/coins/supporting-coins',
      '/coins/exchange-price/usd',
      '/coins/exchange-price/usdt?includeWeeklyChange=true',
      '/coins/price/usd?include24hrChange=true&includeWeeklyChange=true',
      '/trades/market-info/v2?source_coin=TOMAN&weeklyDataIncluded=true&size=1000&page=1',
      '/trades/market-info/v2?source_coin=TETHER&weeklyDataIncluded=false&size=5&page=2',
      '/trades/market-info?market_type=GOLD_TOMAN',
      '/trades/market-info?market_type=GOLD_TOMAN&source_coin=TOMAN',
      '/markets/GOLD_TOMAN',
      '/orders/order-book?marketType=GOLD_TOMAN',
      '/trades/last-trades?marketType=GOLD_TOMAN&type=P2P&size=20',
      '/markets/GOLD_TOMAN/candles?resolution=1M',
    ]

    test.each(PATHS)('%s has a tag, and is not sent to who has it', async (path) => {
      const { headers } = await read(path)
      const etag = headers.get('etag') ?? ''
      expect(etag).toMatch(/^W\/"/)
      expect(headers.get('cache-control')).toBe('no-cache')
      for (const tags of [etag, etag.slice(2), `"other", ${etag}`, '*'])
        expect((await read(path, { 'if-none-match': tags })).status).toBe(304)
      expect((await read(path, { 'if-none-match': '"other"' })).status).toBe(200)
      const compressed = await read(path, { 'accept-encoding': 'gzip' })
      const plain = await read(path, { 'accept-encoding': 'identity' })
      expect(plain.headers.get('content-encoding')).toBeNull()
      expect(compressed.body).toEqual(plain.body)
      expect(compressed.headers.get('etag')).toBe(plain.headers.get('etag'))
    })

    test('is serialised once per change, however many ask', async () => {
      await Promise.all(PATHS.map((path) => read(path)))
      const stringify = vi.spyOn(JSON, 'stringify')
      await Promise.all(PATHS.flatMap((path) => Array.from({ length: 20 }, () => read(path))))
      const answers = stringify.mock.calls.filter(([value]) => typeof value === 'object')
      // The sliding figures are computed again once a second.
      expect(answers.length).toBeLessThanOrEqual(2 * PATHS.length)
      stringify.mockRestore()
    })
  })

  test('the last 24 hours end with the minute of a trade', async () => {
    const info = async () =>
      getMarketInfo.response.parse((await read('/trades/market-info?market_type=GOLD_TOMAN')).body).baseDTO
    const [trade] = (await read('/trades/last-trades?marketType=GOLD_TOMAN')).body.content
    const { clock } = at.living
    const tradedAt = Date.parse(trade.createdAtDateTime)
    const until = tradedAt - (tradedAt % 60_000) + DAY_MS - Date.now()
    clock.aheadMs = until - 20_000
    expect((await info()).marketTradeInfo.last24HourVolume).toBe('1')
    clock.aheadMs = until + 20_000
    expect((await info()).marketTradeInfo.last24HourVolume).toBe('0')
    clock.aheadMs = 0
  })
})
