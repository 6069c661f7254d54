import { execFile } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordEvent } from '#server/store/accounts/audit-log.ts'
import { beginRestore, refuseHalfRestored } from '#server/store/back-up/half-restored.ts'
import { readLastBackUp } from '#server/store/back-up/manifest.ts'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { hold } from '#tests/builders/commands.ts'
import { openTestExchange } from '#tests/builders/test-exchange.ts'
import { eachDatabase } from '#tests/setup/databases.ts'
import { startServerProcess } from '#tests/setup/server-process.ts'

interface Run {
  readonly code: number
  readonly output: string
}

const PICTURE = 'f3b1c2de-0000-4000-8000-000000000001.jpg'

/** Adds one row of each for the customer, and an operator. */
const HANDED_OUT = [
  `insert into api_keys (user_id, name, key_hash, prefix, secret, rights, addresses, created_at) select id, 'bot', '\\x01', 'kmk', '\\x01', '{read}', '{}', now()`,
  `insert into passkeys (user_id, credential_id, public_key, counter, transports, device_type, backed_up, name, created_at)
    select id, '\\x01', '\\x01', 0, '', 'singleDevice', false, 'Phone', now()`,
  `insert into sign_on_identities (user_id, issuer, subject, linked_at) select id, 'a', 'b', now()`,
  `insert into freeze_tokens (token_hash, user_id, expires_at) select '\\x01', id, now()`,
  `insert into recovery_codes (user_id, code_hash, made_at) select id, '\\x01', now()`,
  `insert into users (mobile, referral_code, created_at, role, operator_name, operator_roles, password_hash, two_step, totp_secret)
    select '+989121234568', 'B', now(), 'OPERATOR', 'Sara', '{ADMIN}', 'hash', 'GOOGLE_AUTHENTICATOR', '\\x01'`,
]

/** `npm run backup` or `npm run restore`, as a person runs it. */
function command(
  name: 'backup' | 'restore',
  folder: string,
  { dataDir, databaseUrl = '' }: DatabaseSettings,
): Promise<Run> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
    const words = ['src/scripts/run.mjs', `src/server/${name}.ts`, folder]
    execFile(process.execPath, words, { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
    )
  })
}

eachDatabase('a back-up', (_open, place) => {
  let scratch: string
  let from: DatabaseSettings
  let folder: string
  let totals: unknown
  const made: string[] = []

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'kimia-back-up-'))
    from = await place()
    if (from.databaseUrl) from = { ...from, dataDir: join(scratch, 'data') }
    await busy(from)
    await mkdir(join(from.dataDir, 'files', 'kyc'), { recursive: true })
    await writeFile(join(from.dataDir, 'files', 'kyc', PICTURE), 'sealed bytes')
    folder = join(scratch, 'back-up')
    const run = await command('backup', folder, from)
    expect(run).toMatchObject({ code: 0, output: expect.stringContaining(folder) })
    totals = await readTotals(from)
    const { at } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    expect((await readLastBackUp(from.dataDir))?.toISOString()).toBe(at)
  }, 300_000)
  afterAll(async () => {
    await rm(scratch, { recursive: true, force: true })
    for (const name of made) await onServer(`drop database if exists ${name} with (force)`)
  })

  /** Adds trades, a hold, a session and an event. */
  async function busy(settings: DatabaseSettings): Promise<void> {
    const database = await openDatabase(settings)
    const exchange = await openTestExchange(database)
    await exchange.gives('ali', '1000 TOMAN')
    await exchange.gives('sara', '10 GOLD')
    await exchange.order('sara sells 3 GOLD at 100', 'key-1')
    await exchange.order('ali buys 1 GOLD at 100', 'key-2')
    await exchange.submit(hold('sara', '1 GOLD', { key: 'key-5', at: 1, reference: 'withdrawal/1' }))
    await exchange.close()
    const at = new Date()
    await database.transaction((tx) =>
      recordEvent(tx, { at, kind: 'LOGGED_IN', userId: undefined, ip: '', device: '' }),
    )
    await database.query(
      `with made as (insert into users (mobile, referral_code, created_at) values ('+989121234567', 'A', now()) returning id)
       insert into sessions (user_id, token_hash, created_at, last_used_at, expires_at, proven_at, trusted_from, ip, os_type, device_type, browser)
       select id, '\\x00', now(), now(), now() + interval '1 day', now(), now(), '', '', '', '' from made`,
    )
    // A restore would bring back all that is revoked after the back-up.
    for (const sql of HANDED_OUT) await database.query(`${sql} from users where mobile = '+989121234567'`)
    await database.query(
      `with told as (
         insert into notices (user_id, kind, params, at, due_at, routed_at)
         select id, 'NEW_DEVICE', '{}', now(), now(), now() from users where mobile is not null and role = 'CUSTOMER' returning id
       ) insert into outbox (key, kind, next_try_at) select 'notice:' || id, 'SMS', now() from told
       union all select 'payout:1', 'PAYOUT', now()`,
    )
    await database.close()
  }

  async function readTotals(settings: DatabaseSettings) {
    const database = await openDatabase(settings)
    const report = await checkLedger(database)
    const [found] = await database.query<{
      sessions: bigint
      operators: bigint
      keys: bigint
      events: string[]
      waiting: string[]
    }>(
      `select (select count(*) from sessions) as sessions, (select count(*) from users where role = 'OPERATOR' and (password_hash is not null or totp_secret is not null)) as operators,
         (select count(*) from api_keys) + (select count(*) from passkeys) + (select count(*) from sign_on_identities)
           + (select count(*) from freeze_tokens) + (select count(*) from recovery_codes) as keys, (select array_agg(kind order by id) from audit_log) as events,
         (select array_agg(kind || ' ' || state order by kind) from outbox where ended_at is null) as waiting`,
    )
    await database.close()
    expect(report.faults).toEqual([])
    return { totals: report.totals, ...found }
  }

  /** An empty database, and a data folder that does not exist yet. */
  async function emptyPlace(): Promise<DatabaseSettings> {
    const dataDir = join(scratch, `restored-${Date.now()}`)
    const name = `kimia_restore_${process.pid}_${Date.now()}`
    if (!from.databaseUrl) return { dataDir }
    await onServer(`create database ${name}`)
    made.push(name)
    const url = new URL(from.databaseUrl)
    url.pathname = `/${name}`
    return { dataDir, databaseUrl: url.href }
  }

  async function onServer(sql: string): Promise<void> {
    const client = new Client({ connectionString: process.env.TEST_DATABASE_URL })
    await client.connect()
    await client.query(sql)
    await client.end()
  }

  it('brings back every balance, every file and the audit log, but opens no session and tells nothing again', async () => {
    const to = await emptyPlace()
    const run = await command('restore', folder, to)
    expect(run).toMatchObject({ code: 0, output: expect.stringContaining('The ledger and the audit log are clean.') })
    const before = totals as Awaited<ReturnType<typeof readTotals>>
    expect(before).toMatchObject({
      sessions: 1n,
      operators: 1n,
      keys: 5n,
      events: ['LOGGED_IN'],
      waiting: ['PAYOUT WAITING', 'SMS WAITING'],
    })
    expect(await readTotals(to)).toEqual({
      ...before,
      sessions: 0n,
      operators: 0n,
      keys: 0n,
      // A payout that waited may have been made after the back-up: it is looked up.
      waiting: ['PAYOUT UNKNOWN'],
      events: ['LOGGED_IN', 'BACK_UP_RESTORED'],
    })
    expect(await readFile(join(to.dataDir, 'files', 'kyc', PICTURE), 'utf8')).toBe('sealed bytes')
    expect(() => refuseHalfRestored(to.dataDir)).not.toThrow()
  })

  it('that broke off while it was restored is not served', async () => {
    const to = await emptyPlace()
    await mkdir(to.dataDir, { mode: 0o700 })
    beginRestore(to.dataDir)
    await expect(startServerProcess(to)).rejects.toThrow('did not come to its end')
  })

  it('can be read by nobody but its owner, and holds no key', async () => {
    expect((await stat(folder)).mode & 0o077).toBe(0)
    const names = await readdir(folder, { recursive: true })
    expect(names.filter((name) => name.includes('encryption-key'))).toEqual([])
  })

  it('does not overwrite anything: neither another back-up, nor data that is there', async () => {
    expect(await command('backup', folder, from)).toMatchObject({
      code: 1,
      output: expect.stringContaining('exists already'),
    })
    const run = await command('restore', folder, from)
    expect(run).toMatchObject({ code: 1, output: expect.stringMatching(/exists already|is not empty/) })
    const filled = { ...from, dataDir: join(scratch, 'beside it') }
    if (from.databaseUrl)
      expect(await command('restore', folder, filled)).toMatchObject({
        code: 1,
        output: expect.stringContaining('is not empty'),
      })
    // The server of that database starts with this folder as before.
    expect(() => refuseHalfRestored(filled.dataDir)).not.toThrow()
    expect(await readTotals(from)).toEqual(totals)
  })

  it('is refused as a whole when one byte of it was changed', async () => {
    const to = await emptyPlace()
    const changed = join(folder, 'files', 'kyc', PICTURE)
    await appendFile(changed, '!')
    try {
      const run = await command('restore', folder, to)
      expect(run).toMatchObject({ code: 1, output: expect.stringContaining('is not whole') })
      await expect(stat(to.dataDir)).rejects.toThrow('ENOENT')
    } finally {
      await writeFile(changed, 'sealed bytes')
    }
  })
})
