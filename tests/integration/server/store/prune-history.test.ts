import { beforeAll, expect, test } from 'vitest'
import { RESOLUTIONS, type Resolution } from '#domain/bar-grid.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import type { Database } from '#server/store/database.ts'
import { findNewestPart, readBars } from '#server/store/market-data/read-bars.ts'
import { pruneHistory } from '#server/store/prune-history.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const NOW = new Date('2026-11-20T10:07:00Z')
const GOLD_TOMAN = 3

/** Forty minutes, from 23:50 before the day that began `$3` days ago, each with its own prices. */
const MINUTES = `insert into candles (market_id, width_seconds, sandbox, opens_at, open, high, low, close, volume)
  select $1, 60, false, date_trunc('day', $2::timestamptz, 'UTC') - make_interval(days => $3, mins => 10 - n),
    100 + n, 200 + n, 50 - n % 40, 100 + n * 7 % 90, n + 1 from generate_series(0, 39) as n`

eachDatabase('pruning', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await seedCatalogue(database)
  })

  const count = async (table: string) =>
    (await database.query<{ count: number }>(`select count(*)::integer as count from ${table}`))[0]?.count

  const prune = (stopping?: AbortSignal) => pruneHistory(database, { now: NOW, ...(stopping && { stopping }) })

  function barsOf(resolution: Resolution) {
    const { stepMs, offsetMs, ...grid } = RESOLUTIONS[resolution]
    const wanted = { marketIds: [GOLD_TOMAN], stepMs, offsetMs, ...grid, sinceMs: 0, barsMax: 10_000 }
    return readBars(database, wanted)
  }

  test('logins are kept for a year, in whatever number they come', async () => {
    await database.query(
      `insert into users (id, mobile, referral_code, created_at) values (5, '+989120000000', 'A', now())`,
    )
    await database.query(
      `insert into logins (user_id, at, ip, device_type, os_type, browser, successful)
       select 5, $1::timestamptz - make_interval(days => 400 - n / 10), '', '', '', '', true from generate_series(1, 2600) as n`,
      [NOW],
    )
    const stopping = new AbortController()
    stopping.abort()
    await prune(stopping.signal)
    expect(await count('logins'), 'one that is stopped deletes nothing').toBe(2_600)
    await prune()
    const [oldest] = await database.query<{ at: Date }>('select min(at) as at from logins')
    expect(await count('logins')).toBe(2_600 - 349)
    expect(oldest?.at.getTime()).toBe(NOW.getTime() - 365 * 86_400_000)
  })

  test('volumes are kept for longer than levels look back', async () => {
    await database.query(
      `insert into trade_volumes (user_id, day, volume) select n, ($1::timestamptz at time zone 'UTC')::date - n / 10, 1
       from generate_series(1, 2600) as n`,
      [NOW],
    )
    await prune()
    const [kept] = await database.query('select min(day)::text as day, count(*)::integer as count from trade_volumes')
    expect(kept).toEqual({ day: '2026-07-19', count: 1_249 })
  })

  test('old minutes become quarters of an hour, and every longer bar stays as it was', async () => {
    for (const days of [900, 300, 299, 101, 99, 5]) await database.query(MINUTES, [GOLD_TOMAN, NOW, days])
    const resolutions = ['15', '30', '60', '1D', '1W', '1M'] as const
    const before = await Promise.all(resolutions.map(barsOf))
    await prune()
    expect(await Promise.all(resolutions.map(barsOf))).toEqual(before)
    const minutes = await barsOf('1')
    expect(minutes).toHaveLength(80)
    expect(minutes[0]?.opensAt).toBeGreaterThan(NOW.getTime() - 100 * 86_400_000)
    expect(await count('candles')).toBe(80 + 4 * 3)
    const newest = await findNewestPart(database, {
      marketId: GOLD_TOMAN,
      stepMs: 900_000,
      beforeMs: minutes[0]?.opensAt ?? 0,
    })
    expect(newest).toBe(Date.parse('2026-08-11T00:15:00Z'))
    await prune()
    expect(await count('candles')).toBe(80 + 4 * 3)
  })
})
