import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCoinPrices, getTomanPrices } from '#contract/coins.ts'
import { getCandles, getMarketInfo, getMarkets } from '#contract/markets.ts'
import { getChartQuotes } from '#contract/udf.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { sandboxCandles } from '#sandbox/prices/sandbox-candles.ts'
import { createSandboxMarket } from '#sandbox/prices/sandbox-market.ts'
import { seedCandles } from '#server/operations/seed-candles.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { credit, order } from '#tests/builders/commands.ts'
import { type LivingExchange, openLivingExchange } from '#tests/builders/living-exchange.ts'
import { quotesOf } from '#tests/builders/quotes.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const HOUR_MS = 4 * QUARTER_MS
const DAY_MS = 24 * HOUR_MS
const MARKET = 'GOLD_TOMAN'
const GOLD_TOMAN_ID = 3
const GOLD_DECIMALS = 6
const SANDBOX = createSandboxMarket({ seed: 7 })

/** A record of an instant: one price of a trade, or the bounds of a bar. */
interface Recorded {
  readonly at: number
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volume: bigint
}

async function seedPast(database: Database, nowMs: number) {
  const { markets } = await readCatalogue(database)
  await seedCandles({ database, markets, past: (wanted) => sandboxCandles(SANDBOX, wanted), now: () => nowMs })
}

async function recordedPast(database: Database): Promise<Recorded[]> {
  const rows = await database.query<{ opens_at: Date; high: bigint; low: bigint; close: bigint; volume: bigint }>(
    'select opens_at, high, low, close, volume from candles where market_id = $1 and sandbox order by opens_at',
    [GOLD_TOMAN_ID],
  )
  return rows.map(({ opens_at, ...row }) => ({ at: opens_at.getTime(), ...row }))
}

/** The figures of a day, computed from every record. A record leaves the day with its minute. */
function naively(records: readonly Recorded[], nowMs: number) {
  const last = records.at(-1)?.close ?? 0n
  const window = records.filter(({ at }) => Math.floor(at / MINUTE_MS) * MINUTE_MS > nowMs - DAY_MS)
  return {
    last,
    high: ascending(window.map(({ high }) => high)).at(-1) ?? last,
    low: ascending(window.map(({ low }) => low))[0] ?? last,
    volume: window.reduce((sum, record) => sum + record.volume, 0n),
  }
}

const ascending = (all: readonly bigint[]) => all.toSorted((a, b) => (a < b ? -1 : 1))

const units = (text: string | null) => parseDecimal(text ?? '', 8)

/** Every endpoint that contains a price of a market, read through the API at one instant. */
async function read(living: LivingExchange, symbol = MARKET) {
  const source_coin = symbol.endsWith('TETHER') ? 'TETHER' : 'TOMAN'
  const query = { market_type: symbol, source_coin }
  const { marketTradeInfo: title, tickerPrices = [] } = (await living.ask(getMarketInfo, { query })).baseDTO
  const rows = (await living.ask(getMarkets, { query: { source_coin } })).content
  const chart = await living.ask(getChartQuotes, { query: { symbols: symbol } })
  const candlesOf = async (resolution: string) =>
    (await living.ask(getCandles, { params: { market: symbol }, query: { resolution } })).content
  return {
    title,
    row: rows.find(({ marketType }) => marketType === symbol),
    ticker: tickerPrices.find(({ marketType }) => marketType === symbol),
    quote: chart.s === 'ok' ? chart.d[0] : undefined,
    candlesOf,
  }
}

const RESOLUTIONS = ['1', '5', '15', '30', '60', '1D', '1W', '1M']

async function expectOnePrice(living: LivingExchange, symbol = MARKET) {
  const { title, row, ticker, quote, candlesOf } = await read(living, symbol)
  const { lastPrice, maxPrice, minPrice, last24HourVolume, last24HoursChange } = title
  expect(row).toMatchObject({ lastPrice, maxPrice, minPrice, last24HourVolume, last24HoursChange })
  expect(ticker).toMatchObject({ lastPrice, last24HoursChange })
  if (quote?.s !== 'ok') throw new Error(`no quote of ${symbol}`)
  expect(quote.v).toMatchObject({
    lp: Number(lastPrice),
    high_price: Number(maxPrice),
    low_price: Number(minPrice),
    volume: Number(last24HourVolume),
    chp: Number(last24HoursChange),
  })
  for (const resolution of RESOLUTIONS)
    expect({ resolution, close: (await candlesOf(resolution)).at(-1)?.close }).toEqual({ resolution, close: lastPrice })
  const [last = 0n, high = 0n, low = 0n] = [units(lastPrice), units(maxPrice), units(minPrice)]
  expect([high >= last, last >= low, low > 0n]).toEqual([true, true, true])
  return title
}

onDatabase('one price', (open) => {
  let database: Database
  let living: LivingExchange
  let records: Recorded[]
  let startMs = 0
  let made = 0

  const nowMs = () => Date.now() + living.clock.aheadMs
  const given = () => {
    made += 1
    return { key: `one-price-${made}`, at: nowMs() }
  }

  /** Two people trade this much gold at a price. */
  async function trade(unitPrice: bigint, grams: string) {
    const at = given()
    for (const sentence of [`ali buys ${grams} GOLD at ${unitPrice}`, `sara sells ${grams} GOLD at ${unitPrice}`])
      await living.exchange.submit(order(sentence, { ...at, key: `${at.key} ${sentence}` }))
    const close = unitPrice * 100_000_000n
    // Lists of all markets are up to a quarter of a second old.
    living.clock.aheadMs += 2_000
    records.push({ at: at.at, high: close, low: close, close, volume: parseDecimal(grams, GOLD_DECIMALS) ?? 0n })
  }

  /** Moves the clock to this long after the start of the test. */
  const goOnTo = (afterMs: number) => {
    living.clock.aheadMs = startMs + afterMs - Date.now()
  }

  async function expectNaive() {
    const { lastPrice, maxPrice, minPrice, last24HourVolume } = await expectOnePrice(living)
    expect({
      last: units(lastPrice),
      high: units(maxPrice),
      low: units(minPrice),
      volume: parseDecimal(last24HourVolume, GOLD_DECIMALS),
    }).toEqual(naively(records, nowMs()))
  }

  async function reopen() {
    const { aheadMs } = living.clock
    await living.close()
    living = await openLivingExchange(database, quotesOf({ at: new Date() }))
    living.clock.aheadMs = aheadMs
  }

  beforeAll(async () => {
    database = await open()
    await seedCatalogue(database)
    // Starts at the beginning of a minute, so that no minute begins or leaves the day during a test; and ahead of the wall clock, which the
    // writer has read by then and behind which its time never goes.
    startMs = (Math.floor(Date.now() / QUARTER_MS) + 1) * QUARTER_MS + 7 * MINUTE_MS
    await seedPast(database, startMs)
    records = await recordedPast(database)
    living = await openLivingExchange(database, quotesOf({ at: new Date() }))
    goOnTo(0)
    await living.exchange.submit(credit('ali', '100000000000 TOMAN', given()))
    await living.exchange.submit(credit('sara', '1000 GOLD', given()))
  })
  afterAll(() => living.close())

  test('before the first trade every market shows its recorded past, and the book and the feed change nothing', async () => {
    const symbols = living.catalogue.markets.map(({ symbol }) => symbol)
    expect(symbols.length).toBeGreaterThan(11)
    for (const symbol of symbols) await expectOnePrice(living, symbol)
    await expectNaive()
    const before = await expectOnePrice(living)
    living.clock.aheadMs += 2_000
    for (const sentence of ['ali buys 1 GOLD at 8000000', 'sara sells 1 GOLD at 20000000'])
      await living.exchange.submit(order(sentence, given()))
    living.feed.quotes = quotesOf({ at: new Date(), goldGram: '8050000' })
    await living.marketData.priceBoard.poll()
    living.clock.aheadMs += 2_000
    const { lastPrice, maxPrice, minPrice, last24HourVolume } = before
    expect(await expectOnePrice(living)).toMatchObject({ lastPrice, maxPrice, minPrice, last24HourVolume })
  })

  test('bars of every length tell of the same trades: sums, bounds and the day agree', async () => {
    const { title, candlesOf } = await read(living)
    const quarters = (await candlesOf('15')).filter(({ time }) => time * 1_000 > nowMs() - DAY_MS)
    const sum = (bars: readonly { volume: string }[]) =>
      bars.reduce((total, { volume }) => total + (parseDecimal(volume, GOLD_DECIMALS) ?? 0n), 0n)
    expect(sum(quarters)).toBe(parseDecimal(title.last24HourVolume, GOLD_DECIMALS))
    const hours = (await candlesOf('60')).filter(({ time }) => time * 1_000 > nowMs() - 20 * HOUR_MS)
    expect(hours.length).toBeGreaterThan(11)
    const bounds = (bars: readonly { high: string; low: string; volume: string }[]) => ({
      high: ascending(bars.map(({ high }) => units(high) ?? 0n)).at(-1),
      low: ascending(bars.map(({ low }) => units(low) ?? 0n))[0],
      volume: sum(bars),
    })
    const fine = await candlesOf('15')
    for (const hour of hours) {
      const parts = fine.filter(({ time }) => time >= hour.time && time < hour.time + 3_600)
      expect(bounds(parts)).toEqual(bounds([hour]))
    }
    const minutes = await candlesOf('1')
    const begin = (minutes[0]?.time ?? 0) + 900
    for (const quarter of fine.filter(({ time }) => time > begin)) {
      const parts = minutes.filter(({ time }) => time >= quarter.time && time < quarter.time + 900)
      expect(bounds(parts)).toEqual(bounds([quarter]))
    }
  })

  test('the first trade joins what is recorded; high and low do not fall to it', async () => {
    const before = await expectOnePrice(living)
    const close = (records.at(-1)?.close ?? 0n) / 100_000_000n
    await trade(close - 100n, '0.5')
    await expectNaive()
    const after = await expectOnePrice(living)
    expect(after.maxPrice).toBe(before.maxPrice)
    expect(after.lastPrice).toBe((close - 100n).toString())
  })

  describe('through days', () => {
    test('figures change when a trade enters or leaves the last 24 hours, and at no other time', async () => {
      for (let hour = 1; hour <= 49; hour++) {
        goOnTo(hour * HOUR_MS)
        await expectNaive()
        goOnTo(hour * HOUR_MS + 20 * MINUTE_MS)
        if (hour % 3 === 0) await trade(11_000_000n + BigInt((hour * 7_919) % 1_000) * 1_000n, `0.${hour}`)
        if (hour === 30) await reopen()
        goOnTo(hour * HOUR_MS + 30 * MINUTE_MS)
        await expectNaive()
      }
      const [day] = records.slice(-8)
      expect(records.filter(({ at }) => at > nowMs() - DAY_MS).length).toBe(8)
      expect(day?.at).toBeGreaterThan(startMs + DAY_MS)
    })

    test('a silent day keeps the last price, without volume; so does a start in it', async () => {
      goOnTo(5 * DAY_MS)
      const { lastPrice } = await expectOnePrice(living)
      expect(await expectOnePrice(living)).toMatchObject({
        maxPrice: lastPrice,
        minPrice: lastPrice,
        last24HourVolume: '0',
        last24HoursChange: '0',
      })
      await expectNaive()
      await reopen()
      await expectNaive()
    })
  })

  test('the change of a day is the same wherever it is named', async () => {
    const { last24HoursChange } = await expectOnePrice(living)
    const quick = await living.ask(getTomanPrices)
    const gold = quick.content.find(({ destCoinSymbol }) => destCoinSymbol === 'GOLD')
    expect(gold?.price24hrChangePercent).toBe(last24HoursChange)
    const market = await living.ask(getCoinPrices, { query: { include24hrChange: 'true' } })
    const coin = market.content.find(({ destCoinSymbol }) => destCoinSymbol === 'GOLD')
    expect(coin?.price24hrChangePercent).toBe(last24HoursChange)
  })
})

onDatabase('a market in which nothing was ever recorded', (open) => {
  test('names what to go by as that, and neither high, low nor candles', async () => {
    const living = await openLivingExchange(await open(), quotesOf({ at: new Date() }))
    const { title, row, ticker, quote, candlesOf } = await read(living)
    for (const shown of [title, row])
      expect(shown).toMatchObject({ lastPrice: '10000000', isReference: true, maxPrice: null, minPrice: null })
    expect(ticker).toMatchObject({ lastPrice: '10000000', isReference: true })
    expect(quote).toMatchObject({ s: 'error' })
    expect(await candlesOf('1')).toEqual([])
    await living.close()
  })
})
