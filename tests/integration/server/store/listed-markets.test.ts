import { expect, test } from 'vitest'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import { readMigrations } from '#server/store/migrate.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const OPENED = new Date('2025-02-03T08:00:00Z')
const ADDED = new Date('2026-10-11T09:30:00Z')

eachDatabase('the listing of markets', (open) => {
  test('those that a start writes are listed since that start', async () => {
    const database = await open()
    const before = Date.now() - 60_000
    await seedCatalogue(database)
    const { markets } = await readCatalogue(database)
    const dates = new Set(markets.map(({ listedAt }) => listedAt?.getTime() ?? 0))
    expect(dates.size).toBe(1)
    expect([...dates][0]).toBeGreaterThan(before)
  })

  test('those from before the date are listed since the first account, or since an operator added them', async () => {
    const database = await open()
    await seedCatalogue(database)
    await database.query(`insert into users (mobile, referral_code, created_at) values ('+989120000000', 'A', $1)`, [
      OPENED,
    ])
    await database.query(
      `insert into market_halts (market_id, kind, reason_fa, reason_en, begun_at)
       select id, 'halted', '', 'This market isn''t open yet.', $1 from markets where symbol = 'BITCOIN_TOMAN'`,
      [ADDED],
    )
    await database.query('alter table markets drop column listed_at')
    const migrations = await readMigrations('src/server/store/migrations')
    const own = migrations.find(({ name }) => name === '0014-listed-markets') ?? expect.fail('no migration')
    await database.transaction((tx) => tx.script(own.sql))
    const { marketBySymbol } = await readCatalogue(database)
    expect(marketBySymbol.get('BITCOIN_TOMAN')?.listedAt).toEqual(ADDED)
    expect(marketBySymbol.get('GOLD_TOMAN')?.listedAt).toEqual(OPENED)
  })
})
