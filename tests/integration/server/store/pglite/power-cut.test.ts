import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, expect, test } from 'vitest'
import { Engine } from '#server/store/pglite/engine.ts'
import { watchDisk } from '#tests/setup/forgetful-disk.ts'
import { freshFolder } from '#tests/setup/fresh-folder.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function prepareDisk() {
  const { settings, remove } = await freshFolder('real')
  const folder = join(settings.dataDir, 'database')
  const disk = watchDisk({ folder, image: join(settings.dataDir, 'image') })
  cleanups.push(remove, disk.remove)
  let cuts = 0
  /** Cuts the power, reopens the database and reads what it has kept. */
  const cutAndRead = async (sql: string, chance?: () => boolean) => {
    const target = join(settings.dataDir, `cut-${cuts++}`)
    disk.cut(target, chance)
    const survivor = await Engine.open({ folder: target })
    try {
      return await survivor.query(sql, [])
    } finally {
      await survivor.close()
      await rm(target, { recursive: true })
    }
  }
  return { folder, cutAndRead }
}

const CENSUS = 'SELECT count(*)::int AS count, max(id) AS last FROM kept'

/** A seeded coin toss, the same in every run. */
function chanceFrom(seed: number): () => boolean {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state > 0x7fff_ffff
  }
}

test('every acknowledged commit survives a power cut, before and after checkpoints and log switches', async () => {
  const { folder, cutAndRead } = await prepareDisk()
  const engine = await Engine.open({ folder })
  cleanups.push(() => engine.close())
  await engine.script('CREATE TABLE kept (id int PRIMARY KEY, filler text)')
  for (let id = 1; id <= 40; id++) {
    await engine.query(`INSERT INTO kept VALUES ($1, repeat('x', 5000))`, [String(id)])
    if (id % 9 === 0) await engine.script('UPDATE kept SET filler = md5(filler)')
    if (id % 10 === 5) await engine.script('CHECKPOINT')
    if (id % 10 === 7) await engine.script('SELECT pg_switch_wal(); CREATE INDEX ON kept (filler)')
    if (id % 6 === 0) expect(await cutAndRead(CENSUS)).toEqual([{ count: id, last: id }])
    if (id % 8 === 0) expect(await cutAndRead(CENSUS, chanceFrom(id))).toEqual([{ count: id, last: id }])
  }
})

test('the simulation shows the difference: the stock engine forgets an acknowledged commit', async () => {
  const { folder, cutAndRead } = await prepareDisk()
  const stock = await PGlite.create(folder)
  cleanups.push(() => stock.close())
  await stock.exec('CREATE TABLE kept (id int)')
  expect(await cutAndRead(`SELECT to_regclass('kept')::text AS kept`)).toEqual([{ kept: null }])
})
