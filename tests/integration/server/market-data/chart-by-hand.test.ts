import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount } from '#domain/units.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { TRADES } from '#server/store/exchange-rows.ts'
import { migrate } from '#server/store/migrate.ts'
import { bulkInsertSql, bulkValues } from '#server/store/rows.ts'
import { type LivingServer, startLivingServer } from '#tests/builders/living-server.ts'
import { priceOf, units } from '#tests/builders/quantities.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const GOLD = { symbol: 'GOLD', decimals: 6 }

/** Trades of a Thursday, 29 February, and of the Friday, Sunday and Monday after it. */
const TRADES_BY_HAND = [
  ['2024-02-29T23:59:30Z', '58000', '10'],
  ['2024-02-29T23:59:50Z', '58200', '5'],
  ['2024-03-01T00:00:00Z', '58100', '2.5'],
  ['2024-03-01T00:04:59.999Z', '57900', '1'],
  ['2024-03-01T00:05:00Z', '58050', '4'],
  ['2024-03-03T23:59:59Z', '59000', '1'],
  ['2024-03-04T00:00:00Z', '59100', '2'],
] as const

type Bar = readonly [opens: string, open: number, high: number, low: number, close: number, volume: number]

/** Calculated from the table above by hand. */
const BARS: Readonly<Record<string, readonly Bar[]>> = {
  '1': [
    ['2024-02-29T23:59:00Z', 58_000, 58_200, 58_000, 58_200, 15],
    ['2024-03-01T00:00:00Z', 58_100, 58_100, 58_100, 58_100, 2.5],
    ['2024-03-01T00:04:00Z', 57_900, 57_900, 57_900, 57_900, 1],
    ['2024-03-01T00:05:00Z', 58_050, 58_050, 58_050, 58_050, 4],
    ['2024-03-03T23:59:00Z', 59_000, 59_000, 59_000, 59_000, 1],
    ['2024-03-04T00:00:00Z', 59_100, 59_100, 59_100, 59_100, 2],
  ],
  '5': [
    ['2024-02-29T23:55:00Z', 58_000, 58_200, 58_000, 58_200, 15],
    ['2024-03-01T00:00:00Z', 58_100, 58_100, 57_900, 57_900, 3.5],
    ['2024-03-01T00:05:00Z', 58_050, 58_050, 58_050, 58_050, 4],
    ['2024-03-03T23:55:00Z', 59_000, 59_000, 59_000, 59_000, 1],
    ['2024-03-04T00:00:00Z', 59_100, 59_100, 59_100, 59_100, 2],
  ],
  '15': [
    ['2024-02-29T23:45:00Z', 58_000, 58_200, 58_000, 58_200, 15],
    ['2024-03-01T00:00:00Z', 58_100, 58_100, 57_900, 58_050, 7.5],
    ['2024-03-03T23:45:00Z', 59_000, 59_000, 59_000, 59_000, 1],
    ['2024-03-04T00:00:00Z', 59_100, 59_100, 59_100, 59_100, 2],
  ],
  '30': [
    ['2024-02-29T23:30:00Z', 58_000, 58_200, 58_000, 58_200, 15],
    ['2024-03-01T00:00:00Z', 58_100, 58_100, 57_900, 58_050, 7.5],
    ['2024-03-03T23:30:00Z', 59_000, 59_000, 59_000, 59_000, 1],
    ['2024-03-04T00:00:00Z', 59_100, 59_100, 59_100, 59_100, 2],
  ],
  '60': [
    ['2024-02-29T23:00:00Z', 58_000, 58_200, 58_000, 58_200, 15],
    ['2024-03-01T00:00:00Z', 58_100, 58_100, 57_900, 58_050, 7.5],
    ['2024-03-03T23:00:00Z', 59_000, 59_000, 59_000, 59_000, 1],
    ['2024-03-04T00:00:00Z', 59_100, 59_100, 59_100, 59_100, 2],
  ],
  '1D': [
    ['2024-02-29T00:00:00Z', 58_000, 58_200, 58_000, 58_200, 15],
    ['2024-03-01T00:00:00Z', 58_100, 58_100, 57_900, 58_050, 7.5],
    ['2024-03-03T00:00:00Z', 59_000, 59_000, 59_000, 59_000, 1],
    ['2024-03-04T00:00:00Z', 59_100, 59_100, 59_100, 59_100, 2],
  ],
  '1W': [
    ['2024-02-26T00:00:00Z', 58_000, 59_000, 57_900, 59_000, 23.5],
    ['2024-03-04T00:00:00Z', 59_100, 59_100, 59_100, 59_100, 2],
  ],
  '1M': [
    ['2024-02-01T00:00:00Z', 58_000, 58_200, 58_000, 58_200, 15],
    ['2024-03-01T00:00:00Z', 58_100, 59_100, 57_900, 59_100, 10.5],
  ],
}

const seconds = (text: string) => Date.parse(text) / 1_000

onDatabase('a chart that was drawn by hand', (open) => {
  let at: LivingServer

  beforeAll(async () => {
    const database = await open()
    await migrate(database)
    await seedCatalogue(database)
    const rows = TRADES_BY_HAND.map(([time, unitPrice, quantity], i) => ({
      ...{ id: i + 1, marketId: 3, takerSide: 'BUY' as const, at: Date.parse(time) },
      ...{ unitPrice: priceOf(unitPrice), amount: units(quantity, GOLD), value: amount(1n) },
      ...{ takerOrderId: 1, makerOrderId: 2, takerUserId: 1, makerUserId: 2 },
      ...{ takerFee: amount(0n), makerFee: amount(0n), quoteInToman: undefined },
    }))
    await database.query(bulkInsertSql(TRADES, { firstParameter: 1, guard: 'true' }), bulkValues(TRADES, rows))
    at = await startLivingServer(database)
  })
  afterAll(() => at.close())

  const history = async (query: string) =>
    (await fetch(`${at.url}/udf/history?symbol=GOLD_TOMAN&${query}`)).json() as Promise<Record<string, unknown>>

  test.each(Object.entries(BARS))('has the bars of %s', async (resolution, bars) => {
    expect(await history(`resolution=${resolution}&from=1&to=4000000000`)).toMatchObject({
      s: 'ok',
      t: bars.map(([opens]) => seconds(opens)),
      o: bars.map(([, open]) => open),
      h: bars.map(([, , high]) => high),
      l: bars.map(([, , , low]) => low),
      c: bars.map(([, , , , close]) => close),
      v: bars.map(([, , , , , volume]) => volume),
    })
  })

  test('counts back from before `to`, over the silence of a weekend, whatever `from` says', async () => {
    const [from, to] = [seconds('2024-03-04T00:00:00Z'), seconds('2024-03-04T00:00:00Z')]
    expect(await history(`resolution=60&from=${from}&to=${to}&countback=2`)).toMatchObject({
      t: [seconds('2024-03-01T00:00:00Z'), seconds('2024-03-03T23:00:00Z')],
      c: [58_050, 59_000],
    })
  })

  test('has nothing on the Saturday, and names the Friday', async () => {
    const [from, to] = [seconds('2024-03-02T00:00:00Z'), seconds('2024-03-03T00:00:00Z')]
    expect(await history(`resolution=1D&from=${from}&to=${to}`)).toMatchObject({
      s: 'no_data',
      nextTime: seconds('2024-03-01T00:00:00Z'),
    })
  })
})
