import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getLastTrades } from '#contract/markets.ts'
import type { Resolution } from '#domain/bar-grid.ts'
import type { MarketTrade } from '#domain/trade.ts'
import { amount, price } from '#domain/units.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { TRADES } from '#server/store/exchange-rows.ts'
import { writeCandles } from '#server/store/market-data/candles.ts'
import { migrate } from '#server/store/migrate.ts'
import { bulkInsertSql, bulkValues } from '#server/store/rows.ts'
import { type LivingServer, startLivingServer } from '#tests/builders/living-server.ts'
import { naiveCandles } from '#tests/builders/naive-candles.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const GOLD_TOMAN = 3
const BITCOIN_TOMAN = 'BITCOIN_TOMAN'
const ALL: readonly Resolution[] = ['1', '5', '15', '30', '60', '1D', '1W', '1M']

/** A market with gaps of any length: trades of today, of weeks ago and of years ago. */
function pastTrades(nowMs: number): MarketTrade[] {
  const silences = [900 * DAY_MS, 400 * DAY_MS, 45 * DAY_MS, 9 * DAY_MS, 2 * DAY_MS, 0]
  return silences.flatMap((silence, part) =>
    Array.from({ length: 40 }, (_, i) => ({
      id: part * 40 + i + 1,
      marketId: GOLD_TOMAN,
      takerSide: i % 2 === 0 ? ('BUY' as const) : ('SELL' as const),
      unitPrice: price(BigInt(9_800_000 + ((i * 7_919) % 400) * 1_000) * 10n ** 8n),
      amount: amount(BigInt(1_000 + i * 250)),
      takerUserId: 1,
      at: nowMs - silence - (41 - i) * 11 * 60_000,
    })),
  )
}

onDatabase('the chart feed', (open) => {
  let at: LivingServer
  let trades: MarketTrade[]

  const insert = async (database: Database, rows: readonly MarketTrade[]) => {
    const parties = { takerOrderId: 1, makerOrderId: 2, takerUserId: 1, makerUserId: 2 }
    const nothing = { value: amount(1n), takerFee: amount(0n), makerFee: amount(0n), quoteInToman: undefined }
    const whole = rows.map((row) => ({ ...row, ...parties, ...nothing }))
    await database.query(bulkInsertSql(TRADES, { firstParameter: 1, guard: 'true' }), bulkValues(TRADES, whole))
  }
  const ask = async (path: string) => (await fetch(`${at.url}/udf${path}`)).json()
  const history = (query: Record<string, string | number>) =>
    ask(`/history?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))}`)
  const recomputed = (of: Resolution) => naiveCandles(trades, of)

  beforeAll(async () => {
    const database = await open()
    await migrate(database)
    await seedCatalogue(database)
    trades = pastTrades(Date.now())
    await insert(database, trades)
    at = await startLivingServer(database)
  })
  afterAll(() => at.close())

  test('says what it can do, with exactly one way to find symbols', async () => {
    const config = await ask('/config')
    expect(config).toMatchObject({
      supported_resolutions: ['1', '5', '15', '30', '60', '1D', '1W', '1M'],
      supports_search: true,
      supports_group_request: false,
      supports_time: true,
    })
  })

  test('answers the time as bare seconds', async () => {
    const answer = await fetch(`${at.url}/udf/time`)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(Math.abs(Number(await answer.text()) - Date.now() / 1_000)).toBeLessThan(5)
  })

  test('names a market with its scale, its clock and its resolutions', async () => {
    expect(await ask('/symbols?symbol=KIMIA:GOLD_TOMAN')).toMatchObject({
      name: 'GOLD_TOMAN',
      ticker: 'GOLD_TOMAN',
      // The catalogue lets the price of gold move by a hundred Toman.
      minmov: 100,
      pricescale: 1,
      timezone: 'Etc/UTC',
      session: '24x7',
      type: 'commodity',
      has_intraday: true,
      supported_resolutions: ALL,
    })
    expect(await ask('/symbols?symbol=PEARL_TOMAN')).toEqual({ s: 'error', errmsg: 'unknown symbol' })
    const { symbol, pricescale } = await ask('/symbol_info?group=KIMIA')
    expect(symbol).toContain('GOLD_TOMAN')
    expect(pricescale).toHaveLength(symbol.length)
    expect(await ask('/symbol_info?group=NASDAQ')).toMatchObject({ s: 'error' })
  })

  test.each([
    ['btc', BITCOIN_TOMAN],
    ['BTC/TMN', BITCOIN_TOMAN],
    ['بيت', BITCOIN_TOMAN],
    ['طلا', 'GOLD_TOMAN'],
    ['gold_t', 'GOLD_TOMAN'],
  ])('finds markets by %s', async (query, first) => {
    const [found] = await ask(`/search?query=${encodeURIComponent(query)}&type=&exchange=&limit=30`)
    expect(found).toMatchObject({ symbol: first, full_name: `KIMIA:${first}` })
  })

  test('finds thirty at most, and what is asked for alone', async () => {
    expect((await ask('/search?query=&limit=500')).length).toBeLessThanOrEqual(30)
    expect(await ask('/search?query=&limit=2')).toHaveLength(2)
    expect(await ask('/search?query=&exchange=NASDAQ')).toEqual([])
    const gold: { type: string }[] = await ask('/search?query=&type=commodity')
    expect(gold.every(({ type }) => type === 'commodity')).toBe(true)
  })

  describe('bars', () => {
    test.each(ALL)('of %s equal a recomputation from the trades, across silences of years', async (resolution) => {
      const candles = recomputed(resolution)
      const reply = await history({ symbol: 'GOLD_TOMAN', resolution, countback: 1_000, to: 4_000_000_000, from: 1 })
      expect(reply.s).toBe('ok')
      expect(reply.t).toEqual(candles.map(({ opensAt }) => opensAt / 1_000))
      const prices = (of: 'open' | 'high' | 'low' | 'close') => candles.map((candle) => Number(candle[of]) / 1e8)
      expect(reply.o).toEqual(prices('open'))
      expect(reply.h).toEqual(prices('high'))
      expect(reply.l).toEqual(prices('low'))
      expect(reply.c).toEqual(prices('close'))
      expect(reply.v).toEqual(candles.map(({ volume }) => Number(volume) / 1e6))
    })

    test('are counted back from before `to`, whatever `from` says', async () => {
      const candles = recomputed('60')
      const to = candles[20]?.opensAt ?? 0
      const reply = await history({
        symbol: 'GOLD_TOMAN',
        resolution: '60',
        from: to / 1_000 - 60,
        to: to / 1_000,
        countback: 7,
      })
      expect(reply.t).toEqual(candles.slice(13, 20).map(({ opensAt }) => opensAt / 1_000))
    })

    test('begin from `from` on, and never at `to` or later', async () => {
      const candles = recomputed('1D')
      const [from = 0, to = 0] = [candles[1]?.opensAt, candles[4]?.opensAt]
      const reply = await history({ symbol: 'GOLD_TOMAN', resolution: 'D', from: from / 1_000, to: to / 1_000 })
      expect(reply.t).toEqual(candles.slice(1, 4).map(({ opensAt }) => opensAt / 1_000))
    })

    test('that are not there name the newest before', async () => {
      const candles = recomputed('5')
      const last = candles.findLast(({ opensAt }) => opensAt < Date.now() - 40 * DAY_MS)
      const [from, to] = [Date.now() - 30 * DAY_MS, Date.now() - 20 * DAY_MS].map((ms) => Math.floor(ms / 1_000))
      expect(await history({ symbol: 'GOLD_TOMAN', resolution: '5', from: from ?? 0, to: to ?? 0 })).toMatchObject({
        s: 'no_data',
        nextTime: (last?.opensAt ?? 0) / 1_000,
      })
      expect(await history({ symbol: 'GOLD_TETHER', resolution: '5', from: 1, to: 4_000_000_000 })).toEqual({
        s: 'no_data',
      })
    })

    test('grow with the next trade', async () => {
      await at.give('ali', '1000000000 TOMAN')
      await at.give('sara', '1000 GOLD')
      await at.place('ali buys 2 GOLD at 9900000')
      await at.place('sara sells 1.5 GOLD at 9900000')
      const reply = await history({ symbol: 'GOLD_TOMAN', resolution: '1', countback: 1, to: 4_000_000_000 })
      expect(reply).toMatchObject({ o: [9_900_000], c: [9_900_000], v: [1.5] })
      const { d } = await ask('/quotes?symbols=GOLD_TOMAN,KIMIA:GOLD_TOMAN,PEARL_TOMAN')
      expect(d[0]).toMatchObject({
        s: 'ok',
        n: 'GOLD_TOMAN',
        v: { lp: 9_900_000, bid: 9_900_000, short_name: 'GOLD/TMN' },
      })
      expect(d[0].v.ask).toBeUndefined()
      // The last trade before the day cost 9,841,000, the first of the day 9,800,000; forty of them total 0.235. The change is
      // 59,000 in 9,841,000, which is 0.5995 percent: hundredths, the rest dropped.
      expect(d[0].v).toMatchObject({ prev_close_price: 9_841_000, ch: 59_000, chp: 0.59, open_price: 9_800_000 })
      expect(d[0].v).toMatchObject({ high_price: 10_195_000, low_price: 9_800_000, volume: 1.735 })
      expect(d[1].n).toBe('KIMIA:GOLD_TOMAN')
      expect(d[2]).toMatchObject({ s: 'error', n: 'PEARL_TOMAN' })
      // A client follows the market's list of trades from here.
      const last = await (await fetch(`${at.url}/api${getLastTrades.path}?marketType=GOLD_TOMAN`)).json()
      expect(reply.lastTrade).toBe(getLastTrades.response.parse(last).content[0]?.id)
    })

    test('that were made up for a sandbox are named so', async () => {
      const opensAt = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 30 * HOUR_MS
      const bar = { open: price(5n), high: price(5n), low: price(5n), close: price(5n), volume: amount(1n) }
      const made = [0, 1, 2].map((hour) => ({
        ...bar,
        marketId: 3,
        widthSeconds: 3_600 as const,
        sandbox: true,
        opensAt: opensAt - 60 * DAY_MS + hour * HOUR_MS,
      }))
      await writeCandles(at.living.database, made)
      const query = `symbol=GOLD_TOMAN&resolution=60&from=${opensAt / 1_000 - 90 * 86_400}&to=${opensAt / 1_000}`
      const times = made.map((each) => each.opensAt / 1_000)
      // The hourly series was read before; in a running sandbox the past is generated before the server starts.
      const { sessions, living } = at
      await at.server.close()
      await living.close()
      at = await startLivingServer(living.database)
      expect(sessions.size).toBe(0)
      const { time, text } = await ask(`/marks?${query}`)
      expect([time[0], time[1]]).toEqual([times[0], times[2]])
      expect(text[0]).toContain('sandbox')
      const scale: { time: number }[] = await ask(`/timescale_marks?${query}`)
      expect(scale.map((mark) => mark.time)).toEqual(time)
      expect((await ask('/symbols?symbol=GOLD_TOMAN')).description).toContain('sandbox')
    })
  })

  test.each([
    '/history?symbol=GOLD_TOMAN&resolution=7&from=1&to=2',
    '/history?symbol=GOLD_TOMAN&resolution=60&from=1e9&to=2',
    '/history?symbol=GOLD_TOMAN&resolution=60&from=1&to=NaN',
    '/history?resolution=60&from=1&to=2',
    '/history?symbol=a&symbol=b&resolution=60&from=1&to=2',
    '/marks?symbol=GOLD_TOMAN&resolution=60',
    '/quotes',
    `/quotes?symbols=${'A,'.repeat(60)}${Array.from({ length: 101 }, (_, i) => `X${i}`).join(',')}`,
  ])('a bad question (%s) is an error in the feed’s own words', async (path) => {
    const answer = await fetch(`${at.url}/udf${path}`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ s: 'error', errmsg: expect.any(String) })
  })

  test('what a program asks beyond the protocol is passed over, from any site', async () => {
    const answer = await fetch(`${at.url}/udf/symbols?symbol=GOLD_TOMAN&currencyCode=TMN&unitId=1`)
    expect(await answer.json()).toMatchObject({ name: 'GOLD_TOMAN' })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })
})
