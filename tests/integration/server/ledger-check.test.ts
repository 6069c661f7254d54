import { execFile } from 'node:child_process'
import { expect, it } from 'vitest'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { recordEvent } from '#server/store/accounts/audit-log.ts'
import type { Database } from '#server/store/database.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { eachDatabase, onDatabase } from '#tests/setup/databases.ts'
import { startServerProcess } from '#tests/setup/server-process.ts'

interface Run {
  readonly code: number
  readonly output: string
}

/** `npm run ledger:check` on a stopped server's data, as a person runs it. */
function ledgerCheck(
  { dataDir, databaseUrl = '' }: { dataDir: string; databaseUrl?: string | undefined },
  ...line: readonly string[]
): Promise<Run> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
    execFile(
      process.execPath,
      ['src/scripts/run.mjs', 'src/server/ledger-check.ts', ...line],
      { env },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
    )
  })
}

const FORGED = 'insert into balances (owner_id, coin_id, available, blocked) values (9000, 1, 5, 0)'

eachDatabase('npm run ledger:check', (_open, place) => {
  it('prints every coin and says that the ledger is clean', async () => {
    const settings = await place()
    const database = await openDatabase(settings)
    await seedCatalogue(database)
    await database.close()
    const run = await ledgerCheck(settings)
    expect(run.output).toContain('The ledger is clean.')
    expect(run.output).toContain('The audit log is clean: 0 events.')
    expect(run.output).toMatch(/^GOLD +0 /m)
    expect(run.code).toBe(0)
  })

  it('leaves a database of an earlier version as it is, and says what it lacks', async () => {
    const settings = await place()
    const work = async (sql: string) => {
      const database = await openDatabase(settings)
      const rows = await database.query(sql)
      await database.close()
      return rows
    }
    const [forgotten] = await work(
      'delete from schema_migrations where name = (select max(name) from schema_migrations) returning name',
    )
    expect(forgotten).toBeDefined()
    const before = await work('select name, checksum, applied_at from schema_migrations order by name')
    const run = await ledgerCheck(settings)
    expect(run).toMatchObject({ code: 1, output: expect.stringContaining('lacks 1 migrations of this version') })
    expect(await work('select name, checksum, applied_at from schema_migrations order by name')).toEqual(before)
  })

  it('names what does not add up, and fails', async () => {
    const settings = await place()
    const database = await openDatabase(settings)
    await seedCatalogue(database)
    await database.query(FORGED)
    await database.close()
    const run = await ledgerCheck(settings)
    expect(run.output).toMatch(/\d+ faults:/)
    expect(run.output).toContain('all accounts sum to 5')
    expect(run.code).toBe(1)
    // The check also exits if it cannot continue.
    const without = await openDatabase(settings)
    await without.query('delete from audit_proofs')
    await without.close()
    expect(await ledgerCheck(settings)).toMatchObject({ code: 1, output: expect.stringContaining('proof is missing') })
  })
})

// The checks of each engine's ledger are tested above; the tests below are about the processes that rely on them.
onDatabase('a ledger that does not add up', (_open, place) => {
  it('stops the running server, and bars each start until the check finds it clean', async () => {
    const settings = await place()
    const change = async (sql: string) => {
      const database = await openDatabase(settings)
      await seedCatalogue(database)
      await database.query(sql)
      await database.close()
    }
    await change(FORGED)
    const server = await startServerProcess(settings)
    expect(await server.ended).toBe(1)
    await expect(startServerProcess(settings)).rejects.toThrow(/The ledger does not add up; nothing is served/)
    await change('delete from balances where owner_id = 9000')
    await expect(startServerProcess(settings)).rejects.toThrow(/owner 9000, coin 1: the available balance is 5/)
    expect((await ledgerCheck(settings)).code).toBe(0)
    await (await startServerProcess(settings)).stop()
  })
})

onDatabase('an audit log that was tampered with', (_open, place) => {
  it('bars each start until the check finds it clean', async () => {
    const settings = await place()
    const work = async (task: (database: Database) => Promise<unknown>) => {
      const database = await openDatabase(settings)
      await task(database)
      await database.close()
    }
    const change = (sql: string) => (database: Database) =>
      database.transaction((tx) =>
        tx.script(`alter table audit_log disable trigger audit_log_is_append_only; ${sql};
          alter table audit_log enable trigger audit_log_is_append_only`),
      )
    await work(async (database) => {
      const device = { ip: '5.160.1.1', device: 'Chrome, Android' }
      for (const kind of ['LOGGED_IN', 'PASSWORD_CHANGED'])
        await database.transaction((tx) => recordEvent(tx, { at: new Date(), kind, userId: undefined, ...device }))
      await change(`update audit_log set kind = 'LOGGED_OUT' where id = 1`)(database)
    })
    const refused = /The audit log is broken; nothing is served until .* audit event 1 \(LOGGED_OUT\) does not follow/
    await expect(startServerProcess(settings)).rejects.toThrow(refused)
    const check = await ledgerCheck(settings)
    expect(check.output).toContain('The audit log is broken: audit event 1')
    expect(check.code).toBe(1)
    await work(change(`update audit_log set kind = 'LOGGED_IN' where id = 1`))
    const logOf = async () => {
      const hashes: string[] = []
      await work(async (database) => {
        const rows = await database.query<{ hash: Uint8Array }>('select hash from audit_log order by id')
        hashes.push(...rows.map(({ hash }) => Buffer.from(hash).toString('hex')))
      })
      return hashes
    }
    await expect(startServerProcess(settings)).rejects.toThrow(/The audit log is broken/)
    const [logged] = await logOf()
    const again = await ledgerCheck(settings, `1:${logged}`)
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('The audit log is clean: 2 events.') })
    // An administrator of the database rewrites the log, chain and all: only the lines logged outside reveal it.
    await work(async (database) => {
      await change('delete from audit_log')(database)
      const start = 'set last_id = 0, last_hash = $1'
      for (const table of ['audit_head', 'audit_proofs'])
        await database.query(`update ${table} ${start}`, [new Uint8Array(32)])
      const event = {
        at: new Date(),
        kind: 'LOGGED_OUT',
        userId: undefined,
        ip: '5.160.1.1',
        device: 'Chrome, Android',
      }
      for (let id = 1; id <= 2; id += 1) await database.transaction((tx) => recordEvent(tx, event))
    })
    const forged = await ledgerCheck(settings, `1:${logged}`)
    expect(forged.output).toContain('Event 1 is not the one that was logged')
    expect(forged.code).toBe(1)
    await (await startServerProcess(settings)).stop()
  })
})
