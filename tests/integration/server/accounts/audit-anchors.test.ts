import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anchorAuditLog, type LastAnchor } from '#server/accounts/audit-anchors.ts'
import { checkAnchors } from '#server/accounts/check-anchors.ts'
import { openAnchorPlace } from '#server/providers/anchors/anchor-place.ts'
import { recordEvent } from '#server/store/accounts/audit-log.ts'
import { checkAuditLog } from '#server/store/accounts/prove-audit-log.ts'
import { recordRestore } from '#server/store/back-up/restores.ts'
import type { Database } from '#server/store/database.ts'
import { openStatementKey } from '#server/wallets/liabilities/liability-services.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const EVENTS_AT = new Date('2026-11-29T11:00:00Z')
const SEED = Buffer.alloc(32, 3)
const key = openStatementKey(SEED)
const publicKey = key.publicKey

onDatabase('the audit log, anchored outside', (open, settingsOf) => {
  let database: Database
  let folder: string
  let path: string
  let notes: unknown[]
  let nowMs: number

  beforeEach(async () => {
    database = await open()
    folder = await mkdtemp(join(tmpdir(), 'kimia-anchors-'))
    path = join(folder, 'audit.jsonl')
    await writeFile(path, '')
    notes = []
    nowMs = Date.parse('2026-11-29T12:00:00Z')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const log = (kind: string) =>
    database.transaction((tx) =>
      recordEvent(tx, { at: EVENTS_AT, kind, userId: undefined, ip: '5.160.1.1', device: 'Chrome' }),
    )
  const anchor = (place = openAnchorPlace({ url: pathToFileURL(path) }), signing = key, last?: LastAnchor) => {
    nowMs += 60_000
    const services = { database, place, key: signing, now: () => new Date(nowMs) }
    const note = (error: unknown) => notes.push(error instanceof Error && 'code' in error ? error.code : error)
    return anchorAuditLog({ ...services, note }, { last })
  }
  const check = (from = path) => checkAnchors(database, { path: from, publicKey })
  const lines = async () => (await readFile(path, 'utf8')).split('\n').filter(Boolean)
  const numberOf = (line: string | undefined): unknown => Reflect.get(Object(JSON.parse(line ?? '{}')), 'number')

  /** Rewrites the log by SQL as an administrator of the database can: its rows, the chain, the head and what was proven. */
  async function rewrite(kinds: readonly string[]): Promise<void> {
    await database.transaction((tx) =>
      tx.script(`alter table audit_log disable trigger audit_log_is_append_only; delete from audit_log;
        alter table audit_log enable trigger audit_log_is_append_only;
        update audit_head set last_id = 0, last_hash = decode(repeat('00', 32), 'hex');
        update audit_proofs set last_id = 0, last_hash = decode(repeat('00', 32), 'hex')`),
    )
    for (const kind of kinds) await log(kind)
  }

  test('fits as long as nobody touches it', async () => {
    await log('LOGGED_IN')
    await anchor()
    await log('PASSWORD_CHANGED')
    await anchor()
    await anchor()
    expect(await check()).toEqual({ anchors: 3, keys: [publicKey], lost: 0, restores: [], faults: [] })
    expect(notes).toEqual([undefined, undefined, undefined])
  })

  test('is found rewritten, row and chain, by the first anchor that does not fit', async () => {
    await log('LOGGED_IN')
    await anchor()
    await log('API_KEY_ADDED')
    await anchor()
    await log('LOGGED_OUT')
    await anchor()
    await rewrite(['LOGGED_IN', 'LOGGED_IN', 'LOGGED_OUT'])
    expect((await checkAuditLog(database)).faults).toEqual([])
    const { faults } = await check()
    expect(faults).toHaveLength(2)
    expect(faults[0]).toMatch(/^anchor 2, of 2026-11-29T12:02:00.000Z, does not fit: event 2 of the audit log/)
  })

  test('is found rewritten by the next run, which delivers the anchors of before and makes none until a restore', async () => {
    await log('LOGGED_IN')
    await log('API_KEY_ADDED')
    await rename(path, `${path}.away`)
    await anchor()
    await log('LOGGED_OUT')
    await rewrite(['LOGGED_IN', 'LOGGED_IN', 'LOGGED_OUT'])
    await rename(`${path}.away`, path)
    for (let runs = 0; runs < 2; runs += 1)
      await expect(anchor()).rejects.toThrow(/^the audit log was rewritten: it does not fit anchor 1\./)
    expect(notes).toEqual(['ENOENT', 'AUDIT_LOG_REWRITTEN', 'AUDIT_LOG_REWRITTEN'])
    await database.query(`update audit_anchors set line = replace(line, '"event":2', '"event":0')`)
    await expect(anchor()).rejects.toThrow('anchor 1 in the database was changed')
    expect(await lines()).toHaveLength(1)
    await database.transaction((tx) =>
      recordRestore(tx, { at: new Date(nowMs), stateAt: new Date(nowMs).toISOString(), source: 'test' }),
    )
    await anchor()
    expect(await lines()).toHaveLength(2)
  })

  test('is found rewritten by a process that anchored before, although its anchors were rewritten or deleted as well', async () => {
    await log('LOGGED_IN')
    const last = await anchor()
    const next = await anchor(undefined, undefined, last)
    await rewrite(['LOGGED_OUT'])
    await database.query('delete from audit_anchors')
    const anew = anchor(undefined, undefined, next)
    await expect(anew).rejects.toThrow('anchor 2 was taken out of the database')
    const another = openStatementKey(Buffer.alloc(32, 4))
    for (let made = 0; made < 2; made += 1) await anchor(undefined, another)
    await expect(anchor(undefined, undefined, next)).rejects.toThrow('was rewritten: it does not fit anchor 2')
  })

  test('is told from one of which an anchor is missing, was changed, or was signed by another', async () => {
    for (const kind of ['LOGGED_IN', 'API_KEY_ADDED', 'LOGGED_OUT']) {
      await log(kind)
      await anchor()
    }
    const [first = '', second = '', third = ''] = await lines()
    const without = join(folder, 'other')
    const has = async (...kept: string[]) => {
      await writeFile(without, kept.join('\n'))
      return (await check(without)).faults
    }
    expect(await has(first, third)).toEqual([expect.stringMatching(/^anchors 2 to 2 before anchor 3, .* are missing$/)])
    expect(await has(first, second)).toEqual(['anchor 3, which the place confirmed, is missing there'])
    expect(await has(first, second.replace('"number":2', '"number":4'), third)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^anchor 4, .* has a wrong signature$/)]),
    )
    expect(await has(first, second.slice(0, 60), second, third)).toEqual([])
    expect(await has(first, 'a line', second, third)).toEqual(['"a line…" is no anchor'])
    await anchor(undefined, openStatementKey(Buffer.alloc(32, 4)))
    expect((await check()).faults).toEqual([expect.stringMatching(/^anchor 4, .* is signed by another key/)])
  })

  test('waits for a place that is away, and catches up in order', async () => {
    await log('LOGGED_IN')
    await rename(path, `${path}.away`)
    await anchor()
    await anchor()
    expect(notes).toEqual(['ENOENT', 'ENOENT'])
    await rename(`${path}.away`, path)
    await anchor()
    expect((await lines()).map(numberOf)).toEqual([1, 2, 3])
    expect(notes).toEqual(['ENOENT', 'ENOENT', undefined])
    expect((await check()).faults).toEqual([])
  })

  test('goes to a store over http, each anchor once under its own name', async () => {
    const stored = new Map<string, string>()
    let isAway = false
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const name = `${request.method} ${request.url}`
        const isKnown = stored.has(name)
        const isAllowed = request.headers.authorization === 'Bearer token-of-the-store'
        if (isAllowed && !isAway && !isKnown) stored.set(name, Buffer.concat(chunks).toString())
        response.writeHead(isAllowed ? (isAway ? 503 : isKnown ? 412 : 201) : 401).end()
      })
    })
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const url = new URL(`http://127.0.0.1:${port}/anchors/`)
    const place = openAnchorPlace({ url, token: 'token-of-the-store' })
    await anchor(place)
    isAway = true
    await anchor(place)
    isAway = false
    // The answer to the second was lost after it was stored.
    const [waiting] = await database.query<{ line: string }>('select line from audit_anchors where kept_at is null')
    stored.set('PUT /anchors/0-000000002.json', waiting?.line ?? '')
    await anchor(place)
    expect([...stored.keys()]).toEqual([1, 2, 3].map((number) => `PUT /anchors/0-00000000${number}.json`))
    await writeFile(path, [...stored.values()].join('\n'))
    expect((await check(folder)).faults).toEqual([])
    await anchor(openAnchorPlace({ url, token: 'a guess' }))
    expect(notes.at(-1)).toBeInstanceOf(Error)
    server.close()
  })

  test('after a restore counts what was lost, and does not take an undeclared older state for it', async () => {
    await log('LOGGED_IN')
    await anchor()
    const stateAt = new Date(nowMs + 1_000).toISOString()
    await log('API_KEY_ADDED')
    await anchor()
    // The database as it was after the first anchor.
    await rewrite([])
    await log('LOGGED_IN')
    await database.query('delete from audit_anchors')
    expect((await check()).faults).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^anchor 2, .* does not fit/),
        expect.stringMatching(/older state/),
      ]),
    )
    await database.transaction((tx) => recordRestore(tx, { at: new Date(nowMs), stateAt, source: 'test' }))
    await log('LOGGED_OUT')
    await anchor()
    expect(await check()).toMatchObject({ anchors: 3, lost: 1, faults: [] })
  })

  test('is compared by npm run ledger:check -- --anchors, which fails where one does not fit', async () => {
    const settings = await settingsOf()
    const run = (more: readonly string[]) =>
      new Promise<{ code: number; output: string }>((done) => {
        const env = {
          ...{ ...process.env, DATA_DIR: settings.dataDir, DATABASE_URL: settings.databaseUrl ?? '' },
          LIABILITIES_KEY: SEED.toString('base64'),
        }
        const words = ['src/scripts/run.mjs', 'src/server/ledger-check.ts', ...more]
        execFile(process.execPath, words, { env }, (error, stdout, stderr) =>
          done({ code: error === null ? 0 : 1, output: stdout + stderr }),
        )
      })
    expect(await run(['--anchors'])).toMatchObject({ code: 1, output: expect.stringContaining('needs the file') })
    expect(await run(['--anchors', path])).toMatchObject({
      code: 1,
      output: expect.stringContaining('No anchor was found'),
    })
    await anchor()
    const strange = await run(['--anchors', path])
    expect(strange).toMatchObject({ code: 1, output: expect.stringContaining('is unknown to the database') })
    expect(strange.output).toContain(`1 anchors, signed by ${publicKey}`)
  })
})
