import { beforeAll, expect, test } from 'vitest'
import { sandboxCandles } from '#sandbox/prices/sandbox-candles.ts'
import { createSandboxMarket } from '#sandbox/prices/sandbox-market.ts'
import { seedCandles } from '#server/operations/seed-candles.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const GOLD_TOMAN_ID = 3
const SANDBOX = createSandboxMarket({ seed: 7 })

async function seedPast(database: Database, nowMs: number) {
  const { markets } = await readCatalogue(database)
  await seedCandles({ database, markets, past: (wanted) => sandboxCandles(SANDBOX, wanted), now: () => nowMs })
}

eachDatabase('the past of a sandbox', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await seedCatalogue(database)
  })

  /** Intervals that two recorded bars of a market cover. */
  const doubles = () =>
    database.query(
      `select a.market_id, a.opens_at from candles a join candles b on a.market_id = b.market_id
       and (a.opens_at, a.width_seconds) <> (b.opens_at, b.width_seconds) and a.opens_at <= b.opens_at
       and a.opens_at + make_interval(secs => a.width_seconds) > b.opens_at
       where a.market_id = $1 and b.market_id = $1 and a.sandbox and b.sandbox limit 5`,
      [GOLD_TOMAN_ID],
    )

  test('is recorded once, through starts within the same hour and after days', async () => {
    const first = Date.parse('2026-11-20T08:20:40Z')
    let reached = 0
    for (const later of [0, 10 * 60_000, 20 * 60_000, 7 * HOUR_MS, 3 * DAY_MS, 12 * DAY_MS]) {
      await seedPast(database, first + later)
      expect(await doubles()).toEqual([])
      const [newest] = await database.query<{ at: Date }>(
        'select max(opens_at) as at from candles where market_id = $1',
        [GOLD_TOMAN_ID],
      )
      const at = newest?.at.getTime() ?? 0
      expect(first + later - at).toBeLessThan(2 * 60_000)
      expect(at).toBeGreaterThan(reached)
      reached = at
    }
  })
})
