import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Engine } from '#server/store/pglite/engine.ts'
import { Housekeeping } from '#server/store/pglite/housekeeping.ts'
import { freshFolder } from '#tests/setup/fresh-folder.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function openEngine() {
  const { settings, remove } = await freshFolder()
  const folder = join(settings.dataDir, 'database')
  const engine = await Engine.open({ folder })
  cleanups.push(remove, () => engine.close())
  await engine.script('CREATE TABLE note (id int PRIMARY KEY, body text)')
  const logFiles = () => readdirSync(join(folder, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length
  return { engine, housekeeping: new Housekeeping(engine), logFiles }
}

test('the log does not grow beyond a few files, however much is written', async () => {
  const { engine, housekeeping, logFiles } = await openEngine()
  for (let round = 0; round < 48; round++) {
    await engine.script(
      `INSERT INTO note SELECT ${round} * 100000 + i, repeat('x', 500) FROM generate_series(1, 5000) i`,
    )
    await housekeeping.afterAnswer()
  }
  const [row] = await engine.query(`SELECT pg_current_wal_lsn() - '0/0' AS bytes`, [])
  expect(row).toMatchObject({ bytes: expect.toSatisfy((bytes: bigint) => bytes > 160n * 1024n * 1024n) })
  expect(logFiles()).toBeLessThanOrEqual(8)
})

test('checkpoints come by what was written, one for each eight megabytes, and none for nothing', async () => {
  const { engine, housekeeping } = await openEngine()
  const redo = async () => {
    const [row] = await engine.query('SELECT redo_lsn::text AS redo FROM pg_control_checkpoint()', [])
    return JSON.stringify(row)
  }
  const seen = new Set<string>()
  for (let round = 0; round < 64; round++) {
    await engine.script(
      `INSERT INTO note SELECT ${round} * 100000 + i, repeat('x', 500) FROM generate_series(1, 1500) i`,
    )
    await housekeeping.afterAnswer()
    seen.add(await redo())
  }
  expect(seen.size).toBeGreaterThan(4)
  expect(seen.size).toBeLessThan(13)

  await housekeeping.onTimer()
  await housekeeping.onTimer()
  const settled = await redo()
  for (let round = 0; round < 20; round++) {
    await engine.script('INSERT INTO note SELECT max(id) + 1 FROM note')
    await housekeeping.afterAnswer()
  }
  await housekeeping.onTimer()
  expect(await redo()).toBe(settled)
})

test('a table full of dead rows is vacuumed now and then, but not while a transaction is open', async () => {
  const { engine, housekeeping } = await openEngine()
  const lastVacuum = () => engine.query(`SELECT last_vacuum FROM pg_stat_user_tables WHERE relname = 'note'`, [])
  await engine.script('INSERT INTO note SELECT i FROM generate_series(1, 5000) i')
  await engine.script('UPDATE note SET body = id')
  await engine.script('SELECT pg_stat_force_next_flush()')
  await engine.script('BEGIN')
  await housekeeping.onTimer()
  await engine.script('COMMIT')
  expect(await lastVacuum()).toEqual([{ last_vacuum: null }])
  for (let round = 0; round < 5; round++) await housekeeping.onTimer()
  expect(await lastVacuum()).toEqual([{ last_vacuum: expect.any(Date) }])
})

test('under load only what has changed is vacuumed, and no index; the rest is done in a calm moment', async () => {
  const { engine, housekeeping } = await openEngine()
  const busyTick = async () => {
    for (let i = 0; i < 60; i++) await engine.script(`SELECT pg_logical_emit_message(true, 'test', 'busy')`)
    await engine.script('SELECT pg_stat_force_next_flush()')
    await housekeeping.onTimer()
  }
  const state = async () => {
    const [row] = await engine.query(
      `SELECT n_dead_tup AS dead, last_vacuum IS NOT NULL AS vacuumed, last_analyze IS NOT NULL AS analysed
       FROM pg_stat_user_tables WHERE relname = 'note'`,
      [],
    )
    return row
  }
  await engine.script('INSERT INTO note SELECT i FROM generate_series(1, 8000) i')
  await engine.script('UPDATE note SET body = id')
  await busyTick()
  expect(await state()).toEqual({ dead: 8_000n, vacuumed: false, analysed: false })

  await engine.script('UPDATE note SET body = id')
  await busyTick()
  expect(await state()).toEqual({ dead: 0n, vacuumed: true, analysed: false })

  await housekeeping.onTimer()
  expect(await state()).toEqual({ dead: 0n, vacuumed: true, analysed: true })
})
