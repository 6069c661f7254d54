import { type ExecFileException, execFile } from 'node:child_process'
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { refuseUnsound } from '#server/compose/proofs.ts'
import { recordEvent } from '#server/store/accounts/audit-log.ts'
import type { Database } from '#server/store/database.ts'
import { readArchiveAge } from '#server/store/leadership.ts'
import { migrate } from '#server/store/migrate.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { openTestExchange, type TestExchange } from '#tests/builders/test-exchange.ts'
import { findPostgres } from '#tests/setup/postgres.ts'
import {
  type OwnPostgresServer,
  ownerOfCluster,
  serveCluster,
  startPostgresServer,
} from '#tests/setup/postgres-server.ts'

interface Run {
  readonly code: number
  readonly output: string
}

/** An order that the exchange acknowledged, with when it was sent and answered. */
interface Acknowledged {
  readonly id: number
  readonly sentAt: number
  readonly answeredAt: number
}

const binaries = findPostgres()
/** The words of PostgreSQL that ends before it opens. */
const REFUSED = 'recovery ended before configured recovery target was reached'

// The scripts of src/deploy and PostgreSQL's own programs do the work, as on a real machine.
describe.skipIf(binaries === undefined)('PostgreSQL with an archive', () => {
  let scratch: string
  let archive: string
  let bases: string
  let base: string
  let server: OwnPostgresServer
  let database: Database
  let exchange: TestExchange
  let moment: Date
  let archiveAge: number | undefined
  let serverAge: number
  let recoveries = 0
  const acknowledged: Acknowledged[] = []

  beforeAll(async () => {
    scratch = await ownFolder(await mkdtemp(join(tmpdir(), 'kimia-archive-')))
    archive = await ownFolder(join(scratch, 'archive'))
    bases = await ownFolder(join(scratch, 'bases'))
    // The user of PostgreSQL may not read the folder of this code.
    await cp('src/deploy', join(scratch, 'deploy'), { recursive: true })
    const command = `archive_command=${join(scratch, 'deploy', 'archive-wal.sh')} %p ${archive}/%f`
    const settings = ['wal_level=replica', 'archive_mode=on', command]
    server = await startPostgresServer({ binaries: binaries ?? '', settings })
    const settingsOf = { databaseUrl: server.url, dataDir: join(scratch, 'data') }
    database = await openDatabase(settingsOf)
    await migrate(database)
    exchange = await openTestExchange(database)
    await exchange.gives('ali', '1000000 TOMAN')
    await exchange.gives('sara', '10000 GOLD')
    await trade({ during: takeBase() })
    await trade({ orders: 20 })
    // PostgreSQL knows the microseconds of a commit, and the last one may be of this millisecond.
    moment = new Date(Date.now() + 1)
    await sleep(5)
    await trade({ orders: 20 })
    await closeFile()
    archiveAge = await readArchiveAge(database)
    const [row] = await database.query<{ seconds: number }>(
      'select extract(epoch from now() - pg_postmaster_start_time())::double precision as seconds',
    )
    serverAge = row?.seconds ?? 0
    await exchange.close()
    await database.close()
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    await rm(scratch, { recursive: true, force: true })
  })

  /** A folder of the user that PostgreSQL runs as. */
  async function ownFolder(path: string): Promise<string> {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const owner = await ownerOfCluster()
    if (owner) await chown(path, owner.uid, owner.gid)
    return path
  }

  /** Runs a script of src/deploy, or another program, as the user of PostgreSQL. */
  const script = (name: string, ...words: readonly string[]) => asPostgres(join(scratch, 'deploy', name), ...words)

  async function asPostgres(program: string, ...words: readonly string[]): Promise<Run> {
    const { port, username, hostname } = new URL(server.url)
    const env = {
      PATH: `${binaries}${delimiter}${process.env.PATH}`,
      ...{ PGHOST: hostname, PGPORT: port, PGUSER: username },
    }
    const owner = await ownerOfCluster()
    return outcome((done) => execFile(program, words, { env, cwd: scratch, ...owner }, done))
  }

  /** `npm run restore`, as a person runs it. */
  const restore = (databaseUrl: string, until: string): Promise<Run> => {
    const env = {
      ...process.env,
      DATA_DIR: join(scratch, 'restored'),
      DATABASE_URL: databaseUrl,
      WRITER_LEASE_MS: '600',
    }
    const words = ['src/scripts/run.mjs', 'src/server/restore.ts', '--until', until]
    return outcome((done) => execFile(process.execPath, words, { env, cwd: resolve('.') }, done))
  }

  async function takeBase(): Promise<void> {
    expect(await script('base-backup.sh', bases, archive)).toMatchObject({ code: 0 })
    const [name = ''] = await readdir(bases)
    base = join(bases, name)
  }

  let orders = 0
  /** Places so many orders, or as many as go in while something else is done. */
  async function trade({ orders: wanted = 10, during }: { orders?: number; during?: Promise<void> }): Promise<void> {
    let isDone = during === undefined
    const finished = during?.finally(() => {
      isDone = true
    })
    for (let placed = 0; placed < wanted || !isDone; placed += 1) {
      const sentAt = Date.now()
      orders += 1
      const side = orders % 2 === 0 ? 'ali buys' : 'sara sells'
      const result = await exchange.order(`${side} 1 GOLD at 100`, `key-${orders}`)
      if (result.kind !== 'order') throw new Error(`refused: ${JSON.stringify(result)}`)
      acknowledged.push({ id: result.orderId, sentAt, answeredAt: Date.now() })
      if (orders % 5 === 0)
        await database.transaction((tx) =>
          recordEvent(tx, { at: new Date(), kind: 'LOGGED_IN', userId: undefined, ip: '', device: '' }),
        )
      // A file of the log is closed now and then, as by archive_timeout.
      if (orders % 8 === 0) await closeFile()
    }
    await finished
  }

  /** Resolves once everything written so far is in the archive. */
  async function closeFile(): Promise<void> {
    const [closed] = await database.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
    await vi.waitFor(async () => expect(await readdir(archive)).toContain(`${closed?.file}.gz`), { timeout: 20_000 })
  }

  /** Recovers into a second cluster. @throws Error with what PostgreSQL says if it does not open */
  async function recover(until: string, { from = base, files = archive } = {}): Promise<OwnPostgresServer> {
    recoveries += 1
    const folder = await ownFolder(join(scratch, `recovered-${recoveries}`))
    const data = join(folder, 'data')
    const prepared = await script('recover.sh', from, files, until, data)
    if (prepared.code !== 0) throw new Error(prepared.output)
    return serveCluster({ binaries: binaries ?? '', data, folder })
  }

  test('knows when a file of its log reached the archive last', () => {
    expect(archiveAge).toBeGreaterThanOrEqual(0)
    expect(archiveAge).toBeLessThan(serverAge)
  })

  test('keeps a file once: the same again is well, and other contents under its name are refused', async () => {
    const place = await ownFolder(join(scratch, 'place'))
    const file = join(place, 'file')
    const kept = async (contents: string) => {
      await writeFile(file, contents, { mode: 0o644 })
      return (await script('archive-wal.sh', file, join(place, 'kept'))).code
    }
    expect([await kept('first'), await kept('first'), await kept('other')]).toEqual([0, 0, 1])
    expect((await readdir(place)).sort()).toEqual(['file', 'kept.gz'])
    expect(gunzipSync(await readFile(join(place, 'kept.gz'))).toString()).toBe('first')
  })

  test('is brought back to a moment in a second cluster: every order acknowledged before it, and none sent after it', async () => {
    const second = await recover(moment.toISOString())
    const before = await openDatabase({ databaseUrl: second.url, dataDir: '' })
    await expect(refuseUnsound(before)).rejects.toThrow('npm run restore')
    const run = await restore(second.url, moment.toISOString())
    expect(run).toMatchObject({ code: 0, output: expect.stringContaining('The ledger and the audit log are clean.') })
    await refuseUnsound(before)
    await before.close()
    const restored = await openDatabase({ databaseUrl: second.url, dataDir: '' })
    const found = await restored.query<{ id: bigint }>('select id from orders order by id')
    const kept = found.map(({ id }) => Number.parseInt(String(id), 10))
    const earlier = acknowledged.filter(({ answeredAt }) => answeredAt <= moment.getTime())
    const after = acknowledged.filter(({ sentAt }) => sentAt > moment.getTime())
    expect(earlier.length).toBeGreaterThan(20)
    expect(after).toHaveLength(20)
    expect(kept).toEqual(earlier.map(({ id }) => id))
    expect(await restored.query('select state_at as at from restores where compared_at is null')).toEqual([
      { at: moment },
    ])
    await restored.close()
    await second.stop()
  }, 60_000)

  test('is brought back with all that the archive has', async () => {
    const second = await recover('latest')
    expect(await restore(second.url, 'latest')).toMatchObject({ code: 0 })
    const restored = await openDatabase({ databaseUrl: second.url, dataDir: '' })
    const count = await restored.query('select count(*) as orders from orders')
    expect(count).toEqual([{ orders: BigInt(acknowledged.length) }])
    // It was not recovered to the moment before, and has ended its sessions once already.
    const wrong = await restore(second.url, moment.toISOString())
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('it was not recovered to') })
    const living = await openTestExchange(restored, { leaseMs: 600 })
    const live = await restore(second.url, new Date(Date.now() + 3_600_000).toISOString())
    expect(live).toMatchObject({ code: 1, output: expect.stringContaining('A writer is at work on this database') })
    await living.close()
    await restored.close()
    await second.stop()
  }, 60_000)

  test('is refused where a file of the archive is missing in the middle, or a byte of it or of the base back-up was changed', async () => {
    const broken = join(scratch, 'broken')
    await asPostgres('cp', '-a', archive, broken)
    const inBase = await readdir(join(base, 'pg_wal'))
    const [first = '', missing = ''] = (await readdir(archive))
      .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name) && !inBase.includes(name.slice(0, 24)))
      .sort()
    expect(first < missing).toBe(true)
    const whole = await readFile(join(broken, missing))
    await rm(join(broken, missing))
    await expect(recover(moment.toISOString(), { files: broken })).rejects.toThrow(REFUSED)
    await expect(recover('latest', { files: broken })).rejects.toThrow(`the archive lacks ${missing.slice(8, 24)}`)
    await writeFile(join(broken, missing), whole.fill(0, 100, 120), { mode: 0o644 })
    await expect(recover(moment.toISOString(), { files: broken })).rejects.toThrow(/could not restore file/)
    await expect(recover('latest', { files: broken })).rejects.toThrow(`${missing} is damaged`)

    const changed = join(scratch, 'changed')
    await asPostgres('cp', '-a', base, changed)
    const file = join(changed, 'global', 'pg_control')
    const bytes = await readFile(file)
    await writeFile(file, bytes.fill((bytes[200] ?? 0) ^ 1, 200, 201))
    await expect(recover(moment.toISOString(), { from: changed })).rejects.toThrow(/checksum mismatch/)
  }, 60_000)
})

const outcome = (start: (done: (error: ExecFileException | null, stdout: string, stderr: string) => void) => unknown) =>
  new Promise<Run>((done) => {
    start((error, stdout, stderr) => done({ code: error === null ? 0 : 1, output: stdout + stderr }))
  })
