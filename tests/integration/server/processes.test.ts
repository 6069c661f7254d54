import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { words as jobsEn } from '#client/locales/en/processes.ts'
import { words as jobsFa } from '#client/locales/fa/processes.ts'
import { readEvents } from '#tests/builders/event-reader.ts'
import { addAdmin, OPERATOR_KEYS, type OperatorOfProcess } from '#tests/builders/operator-of-process.ts'
import { Links } from '#tests/cluster/links.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { type FreshDatabase, freshFolder } from '#tests/setup/fresh-folder.ts'
import { freshServerDatabase } from '#tests/setup/fresh-server-database.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const PROCESS_SECRET = 'known to these processes and nobody else'
const LIMITED = ['api', 'jobs'] as const
type LimitedRole = (typeof LIMITED)[number]
const SOON = { timeout: 15_000, interval: 100 }

const healthOf = async ({ url }: ServerProcess) => (await fetch(`${url}/api/health`)).status

// The built-in database admits one process.
describe.skipIf(!serverUrl)('a writer and one that waits, two processes that answer, and one for the jobs', () => {
  let fresh: FreshDatabase
  let admin: OperatorOfProcess
  let writer: ServerProcess
  let first: ServerProcess
  let second: ServerProcess
  let jobs: ServerProcess
  const running: ServerProcess[] = []
  let links: Links
  const run = randomBytes(6).toString('hex')
  const loginOf = (role: LimitedRole) => `reporting_${role}_${run}`
  const withLeastRights = (role: LimitedRole) => {
    const url = new URL(fresh.settings.databaseUrl ?? '')
    url.username = loginOf(role)
    return { ...fresh.settings, databaseUrl: url.href }
  }
  const start = async (ROLE: 'writer' | LimitedRole, env: Readonly<Record<string, string>> = {}) => {
    const settings = ROLE === 'writer' ? fresh.settings : withLeastRights(ROLE)
    const server = await startServerProcess(settings, { ROLE, PROCESS_SECRET, ENCRYPTION_KEYS: OPERATOR_KEYS, ...env })
    running.push(server)
    return server
  }
  const startWriter = async () => start('writer', { WRITER_ADDRESS: `http://127.0.0.1:${await freePort()}` })
  const query = async (databaseUrl: string | undefined, sql: string) => {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    return client.query(sql).finally(() => client.end())
  }
  const look = () => admin.look(second.url)
  const rowOf = async ({ pid }: ServerProcess) => (await look()).processes.find((each) => each.pid === pid)
  const pathOf = async (server: ServerProcess, act: 'drain' | 'take-back') =>
    `/operations/processes/${(await rowOf(server))?.id}/${act}`

  beforeAll(async () => {
    fresh = await freshServerDatabase(serverUrl ?? '')
    admin = await addAdmin(fresh.settings)
    writer = await startWriter()
    await query(fresh.settings.databaseUrl, await readFile('src/deploy/rights.sql', 'utf8'))
    for (const role of LIMITED)
      await query(fresh.settings.databaseUrl, `create role ${loginOf(role)} login in role kimia_${role}`)
    links = new Links(freePort)
    const line = new URL(withLeastRights('api').databaseUrl)
    line.port = String(await links.join('the first', 'the database', Number(line.port)))
    ;[first, second, jobs] = await Promise.all([start('api', { DATABASE_URL: line.href }), start('api'), start('jobs')])
  })
  afterAll(async () => {
    await Promise.all(running.map((each) => each.kill()))
    await links.close()
    await query(fresh.settings.databaseUrl, `drop role ${LIMITED.map(loginOf)}`)
    await fresh.remove()
  })

  test('each reports its role, machine and figures, and which writer leads', async () => {
    await expect
      .poll(async () => (await look()).processes.map(({ role }) => role).sort(), SOON)
      .toEqual(['api', 'api', 'jobs', 'writer'])
    for (const each of [first, second])
      await expect.poll(async () => (await rowOf(each))?.rotation, SOON).toBe('SERVING')
    expect(await rowOf(first)).toMatchObject({
      ...{ host: hostname(), version: expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{7}$/), hasOtherVersion: false },
      ...{ gone: false, lease: null, feedMs: expect.any(Number), waiting: 0, streams: 0, drain: null },
    })
    expect(await rowOf(writer)).toMatchObject({ lease: 'LEADS', feedMs: null, streams: null })
  })

  test('the one for the jobs reports its runs, and each job has a name in both languages', async () => {
    await expect.poll(async () => (await look()).jobs.length, SOON).toBeGreaterThan(20)
    await expect
      .poll(async () => (await look()).jobs.find(({ name }) => name === 'prune history')?.succeededAt, SOON)
      .toMatch(/Z$/)
    const { jobs } = await look()
    expect(jobs.find(({ name }) => name === 'prune history')?.holder?.role).toBe('jobs')
    expect(jobs.find(({ name }) => name === 'prove the ledger and the audit log')?.holder?.role).toBe('writer')
    expect(jobs.find(({ name }) => name === 'read the halts of markets')?.inEach).toBe(true)
    // Documents lie in the folder of each.
    expect(jobs.find(({ name }) => name === 'sweep documents')?.inEach).toBe(true)
    expect(jobs.filter(({ trouble }) => trouble !== null)).toEqual([])
    for (const { name } of jobs) {
      expect(Object.keys(jobsFa.job)).toContain(name.replace(':', ''))
      expect(Object.keys(jobsEn.job)).toContain(name.replace(':', ''))
    }
  })

  test('none poses as another role, changes what a process is, or forgets one that was just seen', async () => {
    const refused = { code: '42501' }
    const insert = 'insert into processes (id, role, version, host, pid, started_at, seen_at, state)'
    const report = 'insert into job_runs (process_id, name, in_each, every_ms, lasts, is_held, is_running, failures)'
    for (const own of LIMITED) {
      const asOwn = (sql: string) => query(withLeastRights(own).databaseUrl, sql)
      for (const other of ['writer', 'api', 'jobs'].filter((role) => role !== own)) {
        const posing = asOwn(`${insert} values (gen_random_uuid(), '${other}', '1', 'here', 1, now(), now(), '{}')`)
        await expect(posing).rejects.toMatchObject(refused)
        const runs = `select id, 'mine', false, 1, false, true, true, 0 from processes where role = '${other}'`
        await expect(asOwn(`${report} ${runs}`)).rejects.toMatchObject(refused)
        expect((await asOwn(`update processes set seen_at = 'infinity' where role = '${other}'`)).rowCount).toBe(0)
      }
      await expect(asOwn("update processes set role = 'writer'")).rejects.toMatchObject(refused)
      await expect(asOwn('delete from job_runs')).rejects.toMatchObject(refused)
    }
    const [api, jobs] = LIMITED.map((role) => withLeastRights(role).databaseUrl)
    await expect(query(api, 'delete from processes')).rejects.toMatchObject(refused)
    expect((await query(jobs, 'delete from processes')).rowCount).toBe(0)
    await expect(query(jobs, 'update processes set drain_wanted_at = now()')).rejects.toMatchObject(refused)
  })

  test('one that answers says whether the audit log is whole, without a right to note it', async () => {
    expect(await admin.auditVerdict(second.url)).toEqual({ events: expect.any(Number), fault: null })
  })

  test('one that is drained leaves the rotation, ends its streams, answers what still comes, and comes back', async () => {
    const open = () => readEvents(`${first.url}/api/stream?market=GOLD_TOMAN`)
    const stream = await open()
    await stream.until('its start', ({ all }) => all('reset').length === 1)
    const orderedAt = performance.now()
    expect(await admin.act(second.url, await pathOf(first, 'drain'))).toMatchObject({ status: 200 })
    await expect.poll(() => healthOf(first), { timeout: 2_000, interval: 20 }).toBe(404)
    const seenMs = Math.round(performance.now() - orderedAt)
    process.stdout.write(`the process left the rotation ${seenMs} ms after the order\n`)
    await stream.until('its end', ({ ended }) => ended)
    expect(stream.all('end')).toMatchObject([{ data: { reason: 'SERVER_STOPS' } }])
    await expect.poll(async () => (await rowOf(first))?.rotation, SOON).toBe('DRAINED')
    expect((await fetch(`${first.url}/api/coins`)).status).toBe(200)
    expect((await rowOf(first))?.drain?.by).toBe('Sara Karimi')

    expect(await admin.act(second.url, await pathOf(first, 'drain'))).toEqual({
      status: 409,
      code: 'NOTHING_TO_CHANGE',
    })
    expect(await admin.act(second.url, await pathOf(second, 'drain'))).toEqual({ status: 409, code: 'LAST_PROCESS' })
    expect(await healthOf(second)).toBe(200)

    expect(await admin.act(second.url, await pathOf(first, 'take-back'))).toMatchObject({ status: 200 })
    await expect.poll(() => healthOf(first), { timeout: 2_000, interval: 20 }).toBe(200)
    const back = await open()
    await back.until('its start', ({ all }) => all('reset').length === 1)
    await expect.poll(async () => (await rowOf(first))?.streams, SOON).toBe(1)
    back.close()
    const { rows } = await query(
      fresh.settings.databaseUrl,
      "select kind, details::json ->> 'reason' as reason from audit_log where kind like 'PROCESS%' order by id",
    )
    expect(rows).toEqual(['PROCESS_DRAINED', 'PROCESS_TAKEN_BACK'].map((kind) => ({ kind, reason: 'a new version' })))
  })

  test('one that cannot report itself goes on as before, and reports itself again once it can', async () => {
    const asOwner = (sql: string) => query(fresh.settings.databaseUrl, sql)
    const silentMs = async () => {
      const age = 'extract(epoch from clock_timestamp() - max(seen_at)) * 1000'
      const { rows } = await asOwner(`select (${age})::int as "silentMs" from processes_away`)
      return rows[0]?.silentMs
    }
    await asOwner('alter table processes rename to processes_away')
    await expect.poll(silentMs, SOON).toBeGreaterThan(3_000)
    expect(await healthOf(first)).toBe(200)
    expect((await fetch(`${first.url}/api/coins`)).status).toBe(200)
    await asOwner('alter table processes_away rename to processes')
    await expect.poll(async () => (await rowOf(first))?.seenMs, SOON).toBeLessThan(2_500)
  })

  test('one that alone does not reach the database ends its streams, and leaves the rotation until it does', async () => {
    const stream = await readEvents(`${first.url}/api/stream?market=GOLD_TOMAN`)
    await stream.until('its start', ({ all }) => all('reset').length === 1)
    await links.cut('the first', 'the database')
    await expect.poll(() => healthOf(first), SOON).toBe(503)
    await stream.until('its end', ({ ended }) => ended)
    expect(await healthOf(second)).toBe(200)
    await links.heal()
    await expect.poll(() => healthOf(first), SOON).toBe(200)
  })

  test('neither a writer nor one that has ended can be drained', async () => {
    expect(await admin.act(second.url, await pathOf(writer, 'drain'))).toEqual({ status: 409, code: 'PROCESS_GONE' })
    const nobody = '/operations/processes/00000000-0000-4000-8000-000000000000/drain'
    expect(await admin.act(second.url, nobody)).toEqual({ status: 409, code: 'PROCESS_GONE' })
  })

  test('a writer that is killed is shown as gone, and the one that waited leads', async () => {
    const standby = startWriter()
    const leases = async () => {
      const writers = (await look()).processes.filter(({ role }) => role === 'writer')
      return writers.map(({ gone, lease }) => (gone ? 'gone' : lease)).sort()
    }
    await expect.poll(leases, { ...SOON, timeout: 30_000 }).toEqual(['LEADS', 'WAITS'])
    await writer.kill()
    await expect.poll(leases, SOON).toEqual(['LEADS', 'gone'])
    await standby
    const { processes, jobCounts } = await admin.health(second.url)
    expect(processes).toEqual({ running: 4, gone: 1 })
    expect(jobCounts.fine).toBeGreaterThan(20)
  })

  test('one that ends well is not listed any more, and does not count as gone', async () => {
    const { pid } = first
    const before = (await admin.health(second.url)).processes
    await first.stop()
    expect((await look()).processes.map((each) => each.pid)).not.toContain(pid)
    expect((await admin.health(second.url)).processes).toEqual({ ...before, running: before.running - 1 })
  })

  test('jobs that no process holds any more wait for one', async () => {
    await jobs.stop()
    const left = (await look()).jobs.find(({ name }) => name === 'prune history')
    expect(left).toMatchObject({ trouble: 'WAITING', holder: null, isRunning: false })
  })

  test('once no writer is heard any more, answers say how old what they read may be', async () => {
    const age = async () => (await fetch(`${second.url}/api/coins`)).headers.get('age') ?? 'none'
    expect(await age()).toBe('none')
    await Promise.all(running.filter((each) => each !== second).map((each) => each.kill()))
    await expect.poll(age, SOON).toMatch(/^[2-9]$/)
  })
})

test('a single process on the built-in database lists itself, with its jobs, and cannot be drained', async () => {
  const { settings, remove } = await freshFolder()
  try {
    const admin = await addAdmin(settings)
    const server = await startServerProcess(settings, { ENCRYPTION_KEYS: OPERATOR_KEYS })
    await expect.poll(async () => (await admin.look(server.url)).jobs.length, SOON).toBeGreaterThan(20)
    const { processes } = await admin.look(server.url)
    expect(processes).toMatchObject([{ role: 'all', pid: server.pid, lease: 'LEADS', gone: false }])
    const refused = await admin.act(server.url, `/operations/processes/${processes[0]?.id}/drain`)
    expect(refused).toEqual({ status: 409, code: 'PROCESS_GONE' })
    await server.stop()
  } finally {
    await remove()
  }
})
