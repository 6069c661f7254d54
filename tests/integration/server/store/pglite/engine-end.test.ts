import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '#server/store/database.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { DurableFiles, Engine } from '#server/store/pglite/engine.ts'
import { freshFolder } from '#tests/setup/fresh-folder.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function freshDataDir(): Promise<string> {
  const { settings, remove } = await freshFolder()
  cleanups.push(remove)
  return settings.dataDir
}

const OPEN_DATABASE = fileURLToPath(new URL('../../../../../src/server/store/open-database.ts', import.meta.url))

/** A process that inserts 1, 2, 3, … and prints each number once it is committed. */
function startWriter(dataDir: string): ChildProcess & { stdout: NonNullable<ChildProcess['stdout']> } {
  const script = `
    import { openDatabase } from ${JSON.stringify(OPEN_DATABASE)}
    const database = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} })
    await database.query('CREATE TABLE IF NOT EXISTS kept (id int PRIMARY KEY)')
    const [{ last }] = await database.query('SELECT coalesce(max(id), 0) AS last FROM kept')
    for (let id = last + 1; ; id++) {
      await database.query('INSERT INTO kept VALUES ($1)', [id])
      process.stdout.write(id + '\\n')
    }`
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('a process that is killed in the middle of its writes loses no acknowledged commit, again and again', async () => {
  const dataDir = await freshDataDir()
  let acknowledged = 0
  for (let round = 0; round < 3; round++) {
    const writer = startWriter(dataDir)
    const lines = createInterface(writer.stdout).on('line', (line) => {
      acknowledged = Number(line)
    })
    const before = acknowledged
    while (acknowledged < before + 4) await once(lines, 'line')
    await new Promise((resolve) => setTimeout(resolve, 50 + round * 70))
    writer.kill('SIGKILL')
    await once(lines, 'close')
    const database = await openDatabase({ dataDir })
    const [row] = await database.query<{ count: number; last: number }>(
      'SELECT count(*)::int AS count, max(id) AS last FROM kept',
    )
    expect(row?.count).toBe(row?.last)
    expect(row?.last).toBeGreaterThanOrEqual(acknowledged)
    expect(row?.last).toBeLessThanOrEqual(acknowledged + 1)
    await database.close()
  }
  expect(acknowledged).toBeGreaterThan(10)
})

test('an engine that cannot write its log ends: everything is unavailable, and the folder can be opened anew', async () => {
  const dataDir = await freshDataDir()
  const database = await openDatabase({ dataDir })
  await database.query('CREATE TABLE note (id int)')
  await database.query('INSERT INTO note VALUES (1)')
  renameSync(join(dataDir, 'database', 'pg_wal'), join(dataDir, 'elsewhere'))
  await database.query('SELECT pg_switch_wal()')
  const lost = database.transaction((tx) => tx.query('INSERT INTO note VALUES (2)'))
  await expect(lost).rejects.toBeInstanceOf(DatabaseUnavailable)
  await expect(database.query('SELECT 1')).rejects.toBeInstanceOf(DatabaseUnavailable)
  await database.close()
  await expect(openDatabase({ dataDir })).rejects.toThrow('pg_wal')
  renameSync(join(dataDir, 'elsewhere'), join(dataDir, 'database', 'pg_wal'))
  const again = await openDatabase({ dataDir })
  expect(await again.query('SELECT id FROM note')).toEqual([{ id: 1 }])
  await again.close()
})

test('a second database on the same folder is refused while the first is open', async () => {
  const dataDir = await freshDataDir()
  const first = await openDatabase({ dataDir })
  await expect(openDatabase({ dataDir })).rejects.toThrow(`the data folder ${dataDir} is in use`)
  await first.close()
  const second = await openDatabase({ dataDir })
  expect(await second.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  await second.close()
})

test('an engine whose commits do not reach the disk refuses to start', async () => {
  const dataDir = await freshDataDir()
  vi.spyOn(DurableFiles.prototype, 'logSyncs', 'get').mockReturnValue(7)
  await expect(Engine.open({ folder: join(dataDir, 'database') })).rejects.toThrow(
    'a committed write does not reach the disk: refusing to keep money in this database',
  )
})

test('a first start that was interrupted leaves nothing that the next one takes for a database', async () => {
  const dataDir = await freshDataDir()
  renameSync(join(dataDir, 'database'), join(dataDir, 'aside'))
  mkdirSync(join(dataDir, 'database.new', 'base'), { recursive: true })
  writeFileSync(join(dataDir, 'database.new', 'PG_VERSION'), '18\n')
  const database = await openDatabase({ dataDir })
  expect(await database.query('SELECT datname FROM pg_database')).toEqual([{ datname: 'postgres' }])
  await database.close()
})
