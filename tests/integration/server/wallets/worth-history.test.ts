import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rejected } from '#contract/rejected.ts'
import { WORTH_SPANS } from '#contract/worth-history.ts'
import { type Coin, TOMAN_DECIMALS } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { wholePrice } from '#domain/market.ts'
import { type Amount, amount, price } from '#domain/units.ts'
import type { Database } from '#server/store/database.ts'
import { writeCandles } from '#server/store/market-data/candles.ts'
import { writeCatalogue } from '#server/store/seed/write-catalogue.ts'
import { countBalanceDays } from '#server/store/wallets/balance-days.ts'
import { KeptCloses } from '#server/wallets/kept-closes.ts'
import { listWorth } from '#server/wallets/worth-history.ts'
import { aCoin, COINS, GOLD, TETHER, TOMAN } from '#tests/builders/coins.ts'
import { credit, hold, quick } from '#tests/builders/commands.ts'
import { aMarket, MARKETS } from '#tests/builders/markets.ts'
import { idOf } from '#tests/builders/people.ts'
import { coinCalled, priceOf, units } from '#tests/builders/quantities.ts'
import { openTestExchange } from '#tests/builders/test-exchange.ts'
import { type NaiveBar, type NaiveMovement, naiveWorth } from '#tests/oracle/naive-worth.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const ALI = idOf('ali')
const DAY = 24 * 3_600_000
const MIDNIGHTS = { WEEK: [7, 1], MONTH: [30, 1], QUARTER: [90, 1], YEAR: [74, 5] } as const
const tehran = (text: string) => Date.parse(`${text.replace(' ', 'T')}+03:30`)

interface Story {
  readonly coins: readonly Coin[]
  readonly movements: readonly NaiveMovement[]
  readonly bars: readonly NaiveBar[]
  /** The present prices. */
  readonly present: ReadonlyMap<string, bigint>
  readonly now: number
}

const marketsOf = (coins: readonly Coin[]) =>
  coins.filter(({ id }) => id !== TOMAN.id).map((base) => aMarket({ id: base.id, base, quote: TOMAN }))

/** The answer of each span, and what the oracle says. */
async function compare(database: Database, { coins, movements, bars, present, now }: Story) {
  const markets = marketsOf(coins)
  const bySymbol = <Each extends { symbol: string }>(all: readonly Each[]) =>
    new Map(all.map((each) => [each.symbol, each]))
  const catalogue = { coins, markets, coinBySymbol: bySymbol(coins), marketBySymbol: bySymbol(markets), revision: 0 }
  const inToman = (coin: Coin, quantity: Amount) => {
    const unitPrice = present.get(coin.symbol)
    const market = markets.find(({ base }) => base === coin)
    if (unitPrice === undefined || !market) return undefined
    return wholePrice({ quantity, unitPrice: price(unitPrice), market }, 'down')
  }
  const closes = new KeptCloses(database)
  const services = { database, closes, catalogue, inToman, now: () => new Date(now) }
  const decimals = new Map(coins.map((coin) => [coin.symbol, coin.decimals]))
  for (const span of WORTH_SPANS) {
    const [midnights, everyDays] = MIDNIGHTS[span]
    const exact = naiveWorth({ ...{ coins: decimals, movements, bars, present, now }, midnights, everyDays })
    const text = (value: bigint | null) => (value === null ? null : formatDecimal(value, TOMAN_DECIMALS))
    expect(await listWorth(services, { userId: ALI, span }), span).toEqual(
      exact.map((point) => ({
        ...{ at: point.at, unpriced: point.unpriced },
        ...{ toman: text(point.toman), tether: text(point.tether) },
        ...{ putInToman: text(point.putInToman), putInTether: text(point.putInTether) },
      })),
    )
  }
}

async function writeBars(database: Database, coins: readonly Coin[], bars: readonly NaiveBar[]): Promise<void> {
  const idOfCoin = new Map(coins.map(({ id, symbol }) => [symbol, id]))
  await writeCandles(
    database,
    bars.map(({ coin, opensAt, seconds, close }) => {
      const at = price(close)
      const figures = { open: at, high: at, low: at, close: at, volume: amount(1n) }
      return {
        marketId: idOfCoin.get(coin) ?? 0,
        widthSeconds: seconds,
        sandbox: seconds === 3_600,
        opensAt,
        ...figures,
      }
    }),
  )
}

eachDatabase('the worth over time', (open) => {
  test('has the balances of each midnight in Tehran at its prices, and tells what was put in from gain', async () => {
    const database = await open()
    const coins = COINS.filter((coin) => [TOMAN, TETHER, GOLD].includes(coin))
    const movements: NaiveMovement[] = []
    const bars: NaiveBar[] = []
    let now = 0
    const exchange = await openTestExchange(database, { now: () => now, markets: MARKETS })
    const moves = (change: string, coin: string, isPutIn: boolean) => {
      const size = units(change.replace('-', ''), coinCalled(coin))
      movements.push({ at: now, coin, change: change.startsWith('-') ? -size : size, isPutIn })
    }
    const closes = (text: string, gold: string, tether: string) => {
      const opensAt = tehran(text)
      bars.push({ coin: 'GOLD', opensAt, seconds: 60, close: priceOf(gold) })
      bars.push({ coin: 'TETHER', opensAt, seconds: 60, close: priceOf(tether) })
    }
    const at = (text: string) => {
      now = tehran(text)
      return { key: `key-of-${text.replace(' ', '-')}`, at: now }
    }

    await exchange.submit(credit('ali', '1000 TOMAN', at('2026-11-17 10:00:00')))
    moves('1000', 'TOMAN', true)
    // The last millisecond of a day, and the first of the next.
    await exchange.submit(credit('ali', '2 GOLD', at('2026-11-17 23:59:59.999')))
    moves('2', 'GOLD', true)
    await exchange.submit(credit('inventory', '50 GOLD', at('2026-11-18 00:00:00')))
    await exchange.submit(credit('sara', '500 TOMAN', at('2026-11-18 00:00:00.000')))
    await exchange.submit(quick('ali buys 2 GOLD at 100', { key: 'quick-buy', at: now }))
    moves('-200', 'TOMAN', false)
    moves('1.994', 'GOLD', false)
    closes('2026-11-17 23:59', '101', '9.7')
    closes('2026-11-18 00:00', '999', '99')
    closes('2026-11-18 23:58', '111.00000001', '9.7')

    await exchange.order('ali sells 1 GOLD at 130', at('2026-11-19 09:00:00').key)
    await exchange.order('sara buys 0.5 GOLD at 130', at('2026-11-19 23:30:00').key)
    moves('-0.5', 'GOLD', false)
    moves('64.74', 'TOMAN', false)

    const reference = 'withdrawal/1'
    await exchange.submit(hold('ali', '300 TOMAN', { ...at('2026-11-20 12:00:00'), reference }))
    await exchange.submit({
      ...{ type: 'settle', userId: ALI, ...at('2026-11-21 00:00:00'), fingerprint: reference, reference },
      parts: [{ account: 'gateway/ZARINPAL', amount: units('250', TOMAN) }],
      rest: 'released',
    })
    moves('-250', 'TOMAN', true)
    await exchange.submit(credit('ali', '7.000001 TETHER', at('2026-11-22 08:00:00')))
    moves('7.000001', 'TETHER', true)
    await exchange.close()
    await writeBars(database, coins, bars)
    now = tehran('2026-11-22 14:00:00')
    const present = new Map([
      ['GOLD', priceOf('125')],
      ['TETHER', priceOf('10.1')],
    ])
    const story = { coins, movements, bars, present, now }
    await compare(database, story)
    await countBalanceDays(database, { entriesMax: 2 })
    await compare(database, story)
  })

  test('is that of every movement of eleven coins, wherever the counted part ends, with coins and days without a price', async () => {
    const database = await open()
    const others = Array.from({ length: 9 }, (_, i) =>
      aCoin({ id: 20 + i, symbol: `COIN_${i}`, decimals: 2 * i, precision: 0 }),
    )
    const coins = [TOMAN, TETHER, ...others]
    const markets = marketsOf(coins).map((market) => ({ ...market, baseCoinId: market.base.id, quoteCoinId: TOMAN.id }))
    await writeCatalogue(database, { coins, networks: [], markets, bankLimits: [] })
    await fc.assert(
      fc.asyncProperty(someStory(coins), fc.integer({ min: 1, max: 40 }), async (story, entriesMax) => {
        await database.query('truncate ledger_entries, balances, balance_days, candles')
        await database.query('update counted_entries set last_seq = 0')
        await writeBars(database, coins, story.bars)
        const counted = Math.floor(story.movements.length / 2)
        await post(database, coins, story.movements.slice(0, counted), 0)
        await Promise.all([entriesMax, 3].map((each) => countBalanceDays(database, { entriesMax: each })))
        await post(database, coins, story.movements.slice(counted), counted)
        await compare(database, story)
      }),
      { numRuns: 12 },
    )
  })

  test('keeps a price once it can no longer change: a candle is written some seconds after its trade', async () => {
    const database = await open()
    const coins = [TOMAN, TETHER]
    const markets = marketsOf(coins).map((market) => ({ ...market, baseCoinId: market.base.id, quoteCoinId: TOMAN.id }))
    await writeCatalogue(database, { coins, networks: [], markets, bankLimits: [] })
    const closes = new KeptCloses(database)
    const midnight = { marketId: TETHER.id, at: tehran('2026-11-22 00:00:00') }
    const priceSeen = async (now: string) => (await closes.read([midnight], { now: tehran(now) }))(midnight)
    const bar = (close: bigint): NaiveBar => ({ coin: 'TETHER', opensAt: midnight.at - 60_000, seconds: 60, close })
    expect(await priceSeen('2026-11-22 00:00:05')).toBeUndefined()
    await writeBars(database, coins, [bar(7n)])
    expect(await priceSeen('2026-11-22 00:00:20')).toBe(7n)
    await writeBars(database, coins, [bar(8n)])
    expect(await priceSeen('2026-11-22 00:01:00')).toBe(8n)
    await database.query('delete from candles')
    expect(await priceSeen('2026-11-22 00:02:00')).toBe(8n)
  })

  test('is nothing before the first movement, and is refused while the counting is far behind', async () => {
    const database = await open()
    const exchange = await openTestExchange(database)
    const catalogue = {
      coins: COINS,
      markets: MARKETS,
      coinBySymbol: new Map(),
      marketBySymbol: new Map(),
      revision: 0,
    }
    const closes = new KeptCloses(database)
    const services = { database, closes, catalogue, inToman: () => undefined, now: () => new Date() }
    expect(await listWorth(services, { userId: ALI, span: 'YEAR' })).toEqual([])
    await database.query(`insert into ledger_entries values (30000, now(), 'order', 'order:1', '{}', '{}')`)
    expect(await listWorth(services, { userId: ALI, span: 'YEAR' })).toEqual(rejected('UNAVAILABLE'))
    await exchange.close()
  })
})

const NOW = tehran('2026-11-22 14:00:00')

/** Movements of more than a year and bars of the days around, both at random, many at the border of two days. */
function someStory(coins: readonly Coin[]): fc.Arbitrary<Story> {
  const midnight = tehran('2026-11-22 00:00:00')
  const instant = fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.oneof(fc.constantFrom(0, 1, -1), fc.integer({ min: 0, max: DAY - 1 })))
    .map(([days, ms]) => midnight - days * DAY + ms)
    .filter((at) => at <= NOW)
  const movement = fc.record({
    ...{ at: instant, coin: fc.constantFrom(...coins), isPutIn: fc.boolean() },
    change: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  })
  const priced = coins.slice(1, -1).map(({ symbol }) => symbol)
  const prices = fc.bigInt({ min: 1n, max: 10n ** 14n })
  const bar = fc.record({
    at: instant,
    coin: fc.constantFrom(...priced),
    close: prices,
    seconds: fc.constantFrom<NaiveBar['seconds'][]>(60, 900, 3_600),
  })
  return fc
    .record({
      moves: fc.array(movement, { minLength: 1, maxLength: 80 }),
      bars: fc.array(bar, { maxLength: 400 }),
      present: fc.array(prices, { minLength: priced.length, maxLength: priced.length }),
    })
    .map(({ moves, bars, present }) => ({
      ...{ coins, now: NOW, movements: withoutDebts(moves), bars: apart(bars) },
      present: new Map(priced.map((coin, i) => [coin, present[i] ?? 1n])),
    }))
    .filter(({ movements }) => movements.length > 0)
}

type Move = Omit<NaiveMovement, 'coin'> & { readonly coin: Coin }

/** In order of time; nothing leaves that is not there. */
function withoutDebts(moves: readonly Move[]): NaiveMovement[] {
  const held = new Map<Coin, bigint>()
  return moves
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ coin, change: asked, ...move }) => {
      const before = held.get(coin) ?? 0n
      const change = before + asked < 0n ? -before : asked
      held.set(coin, before + change)
      return change === 0n ? [] : [{ ...move, coin: coin.symbol, change }]
    })
}

/** At whole hours, one bar each: no stretch of time is recorded twice. */
function apart(bars: readonly (Omit<NaiveBar, 'opensAt'> & { at: number })[]): NaiveBar[] {
  const hour = (at: number) => Math.floor(at / 1_800_000) * 1_800_000
  const byHour = new Map(
    bars.map(({ at, ...bar }) => [`${bar.coin} ${Math.floor(at / 3_600_000)}`, { ...bar, opensAt: hour(at) }]),
  )
  return [...byHour.values()].filter(({ opensAt, seconds }) => seconds < 3_600 || opensAt % 3_600_000 === 0)
}

/** Writes movements as the writer does, a part of each through what is blocked. */
async function post(database: Database, coins: readonly Coin[], movements: readonly NaiveMovement[], after: number) {
  const gateway = -401n
  for (const [i, { at, coin, change, isPutIn }] of movements.entries()) {
    const coinId = BigInt(coins.find(({ symbol }) => symbol === coin)?.id ?? 0)
    const account = (owner: bigint, bucket: bigint) => owner * 65_536n + coinId * 2n + bucket
    const blocked = BigInt(i % 3)
    const amounts = [change - blocked, blocked, -change]
    const accounts = [account(BigInt(ALI), 0n), account(BigInt(ALI), 1n), account(gateway, 0n)]
    const posted = [0, 1, 2].filter((place) => amounts[place] !== 0n)
    const kind = isPutIn ? (change > 0n ? 'credit' : 'settle') : 'order'
    await database.query(
      `with balance as (
        insert into balances as kept (owner_id, coin_id, available, blocked) values ($6, $7, greatest($8::numeric, 0), 0)
        on conflict (owner_id, coin_id) do update set available = kept.available + $8
      ) insert into ledger_entries (seq, at, kind, reference, accounts, amounts) values ($1, $2, $3, $9, $4, $5)`,
      [
        ...[
          after + i + 1,
          new Date(at),
          kind,
          posted.map((place) => accounts[place]),
          posted.map((place) => amounts[place]),
        ],
        ...[ALI, coinId, change, `reference/${after + i}`],
      ],
    )
  }
}
