import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyWhileServing } from '#server/store/back-up/copy-while-serving.ts'
import { checkManifest } from '#server/store/back-up/manifest.ts'
import type { Database } from '#server/store/database.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { openTestExchange, type TestExchange } from '#tests/builders/test-exchange.ts'
import { type FreshDatabase, freshFolder } from '#tests/setup/fresh-folder.ts'

const HOUR_MS = 3_600_000
const FIRST = new Date('2026-11-29T00:00:00Z')
const inHours = (hours: number) => new Date(FIRST.getTime() + hours * HOUR_MS)

let fresh: FreshDatabase
let database: Database
let exchange: TestExchange
let scratch: string
const acknowledged: number[] = []

beforeAll(async () => {
  fresh = await freshFolder()
  scratch = await mkdtemp(join(tmpdir(), 'kimia-copies-'))
  database = await openDatabase(fresh.settings)
  exchange = await openTestExchange(database)
  await exchange.gives('ali', '1000000 TOMAN')
  await exchange.gives('sara', '10000 GOLD')
})
afterAll(async () => {
  await exchange?.close()
  await database?.close()
  await fresh?.remove()
  await rm(scratch, { recursive: true, force: true })
})

const copiesIn = (backUpDir: string) => ({ dataDir: fresh.settings.dataDir, backUpDir, everyMs: 24 * HOUR_MS })

async function trade(orders: number): Promise<void> {
  for (let placed = 0; placed < orders; placed += 1) {
    const side = acknowledged.length % 2 === 0 ? 'ali buys' : 'sara sells'
    const result = await exchange.order(`${side} 1 GOLD at 100`, `key-${acknowledged.length}`)
    if (result.kind !== 'order') throw new Error(`refused: ${JSON.stringify(result)}`)
    acknowledged.push(result.orderId)
  }
}

/** `npm run restore`, as a person runs it. */
const restore = (folder: string, dataDir: string) =>
  new Promise<{ code: number; output: string }>((done) => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
    const words = ['src/scripts/run.mjs', 'src/server/restore.ts', folder]
    execFile(process.execPath, words, { env }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : 1, output: stdout + stderr }),
    )
  })

test('a copy that is made while orders run has all that was acknowledged before it, and its ledger adds up', async () => {
  await trade(30)
  const before = [...acknowledged]
  const copies = join(scratch, 'copies')
  const [folder = ''] = await Promise.all([copyWhileServing(database, copiesIn(copies), FIRST), trade(60)])
  const dataDir = join(scratch, 'restored')
  const run = await restore(folder, dataDir)
  expect(run).toMatchObject({ code: 0, output: expect.stringContaining('The ledger and the audit log are clean.') })
  const restored = await openDatabase({ dataDir })
  const rows = await restored.query<{ id: bigint }>('select id from orders order by id')
  const kept = rows.map(({ id }) => Number.parseInt(String(id), 10))
  expect(kept.slice(0, before.length)).toEqual(before)
  expect(acknowledged.slice(0, kept.length)).toEqual(kept)
  expect(kept.length).toBeLessThan(acknowledged.length)
  await restored.close()
})

test('a copy is made when it is due, and the newest eight are kept', async () => {
  const copies = join(scratch, 'kept')
  const earlier = ['another folder', ...Array.from({ length: 9 }, (_, day) => `2026-11-1${day}T00-00-00Z`)]
  for (const name of earlier) await mkdir(join(copies, name), { recursive: true })
  expect(await copyWhileServing(database, copiesIn(copies), inHours(23))).toBeUndefined()
  const folder = await copyWhileServing(database, copiesIn(copies), inHours(24))
  expect(folder).toBe(join(copies, '2026-11-30T00-00-00Z'))
  await checkManifest(join(copies, '2026-11-30T00-00-00Z'))
  const names = (await readdir(copies)).sort()
  expect(names).toHaveLength(9)
  expect([names[0], names.at(-1)]).toEqual(['2026-11-12T00-00-00Z', 'another folder'])
})

test('a copy that fails leaves no back-up behind, and the exchange serves on', async () => {
  const copies = join(scratch, 'full')
  await mkdir(join(copies, '2027-01-01T00-00-00Z', 'database'), { recursive: true })
  await writeFile(join(copies, '2027-01-01T00-00-00Z', 'database', 'PG_VERSION'), 'in the way')
  const failing = copyWhileServing(database, copiesIn(copies), new Date('2027-01-01T00:00:00Z'))
  await expect(failing).rejects.toThrow(/PG_VERSION|already exists/)
  await expect(checkManifest(join(copies, '2027-01-01T00-00-00Z'))).rejects.toThrow('is no back-up')
  await trade(2)
})
