import { expect, test } from 'vitest'
import { RESOLUTIONS, type Resolution } from '#domain/bar-grid.ts'
import type { MarketTrade } from '#domain/trade.ts'
import { amount, price } from '#domain/units.ts'
import { SeriesCache } from '#server/market-data/series-cache.ts'

const RESOLUTION_NAMES = Object.keys(RESOLUTIONS) as Resolution[]
const TRADES = 4_000

/** A cache with every candle length of this many markets, none of which has a past. */
async function cacheOf(markets: number): Promise<SeriesCache> {
  const keeper = { readBehind: ({ read }: { read(): unknown }) => read() }
  const cache = new SeriesCache({ database: { query: async () => [] } as never, keeper: keeper as never, now: () => 0 })
  for (let marketId = 1; marketId <= markets; marketId += 1)
    for (const resolution of RESOLUTION_NAMES) await cache.series(marketId, resolution)
  return cache
}

const trade = (id: number) =>
  ({
    ...{ id, marketId: 1, at: 1_000 * id, unitPrice: price(100n), amount: amount(1n), value: amount(100n) },
    ...{ takerSide: 'BUY', sandbox: false },
  }) as unknown as MarketTrade

/** The least processor time of some rounds, so that other work does not count. */
function msOf(cache: SeriesCache): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round += 1) {
    const began = process.cpuUsage()
    for (let id = 0; id < TRADES; id += 1) cache.add(trade(round * TRADES + id))
    least = Math.min(least, process.cpuUsage(began).user / 1_000)
  }
  return least
}

test('a trade costs the same, however many series of other markets somebody looks at', async () => {
  const alone = msOf(await cacheOf(1))
  const amongMany = msOf(await cacheOf(2_500))
  expect(amongMany).toBeLessThan(4 * alone + 20)
})
