import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Job, type JobSettings, type Lease, startJobs } from '#server/compose/jobs.ts'
import type { Database } from '#server/store/database.ts'
import { holdLeases } from '#server/store/job-leases.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const LEASE_MS = 1_000
const WAIT = { timeout: 20_000 }

onDatabase('jobs of several processes', (open) => {
  let database: Database
  let runs: string[] = []
  const running: { stop(): Promise<void> }[] = []
  const log = { warn: () => undefined }

  /** A process with a job that only one process runs, and one that each runs. */
  async function startProcess(
    name: string,
    {
      on = database,
      run,
      leaseMs = LEASE_MS,
    }: { on?: JobSettings['database']; run?: Job['run']; leaseMs?: number } = {},
  ) {
    const jobs: Job[] = [
      {
        ...{ name: 'reconcile', everyMs: 20, runsIn: 'one process' },
        run: async (stopping, lease) => {
          runs.push(name)
          await run?.(stopping, lease)
        },
      },
      { name: 'reload', everyMs: 20, runsIn: 'each process', run: async () => void runs.push(`${name} reloads`) },
    ]
    const started = await startJobs(jobs, { database: on, log, leaseMs })
    running.push(started)
    return started
  }
  const runsOf = (name: string) => runs.filter((one) => one === name).length
  const runsOfOne = () => runs.filter((one) => !one.endsWith('reloads'))

  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    runs = []
    await database.query('delete from job_leases')
  })
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop()
  })

  test('one of them runs a job that is for one, immediately, and the other takes over when it stops', async () => {
    const [first, second] = await Promise.all(['a', 'b'].map((name) => startProcess(name, { leaseMs: 10_000 })))
    await vi.waitFor(() => expect(runsOf('a') + runsOf('b')).toBeGreaterThan(10), WAIT)
    const holder = runsOf('a') > 0 ? 'a' : 'b'
    const other = holder === 'a' ? 'b' : 'a'
    expect(runsOf(other)).toBe(0)
    expect(Math.min(runsOf('a reloads'), runsOf('b reloads'))).toBeGreaterThan(0)
    await (holder === 'a' ? first : second)?.stop()
    const ran = runsOf(holder)
    await vi.waitFor(() => expect(runsOf(other)).toBeGreaterThan(2), WAIT)
    expect(runsOf(holder)).toBe(ran)
  })

  test('one that stops renewing loses its job before another begins it, and does not take it back', async () => {
    let isFrozen = false
    const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>()
    const frozen: JobSettings['database'] = {
      engine: database.engine,
      query: async (...asked) => {
        if (isFrozen) await thawed
        return database.query(...asked)
      },
    }
    const lasts = (stopping: AbortSignal) =>
      new Promise<void>((resolve) => {
        stopping.addEventListener('abort', () => {
          runs.push('a ends')
          resolve()
        })
      })
    await startProcess('a', { on: frozen, run: lasts })
    await startProcess('b')
    await sleep(LEASE_MS * 1.5)
    expect(runsOfOne()).toEqual(['a'])
    isFrozen = true
    await vi.waitFor(() => expect(runsOf('b')).toBeGreaterThan(2), WAIT)
    expect(runsOfOne().slice(0, 3)).toEqual(['a', 'a ends', 'b'])
    isFrozen = false
    thaw()
    const before = runsOf('a')
    await sleep(LEASE_MS)
    expect(runsOf('a')).toBe(before)
  })

  test('one that was frozen knows that its lease has passed before any timer runs', async () => {
    const held: boolean[] = []
    const freeze = async (_stopping: AbortSignal, lease: Lease) => {
      if (held.length > 0) return
      held.push(lease.isHeld())
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LEASE_MS + 50)
      held.push(lease.isHeld())
    }
    await startProcess('a', { run: freeze })
    await vi.waitFor(() => expect(held).toEqual([true, false]), WAIT)
    // Nobody has taken it meanwhile: it goes on.
    await vi.waitFor(() => expect(runsOf('a')).toBeGreaterThan(2), WAIT)
  })

  test('waits for a dead predecessor no longer than its lease, and each further holder has a higher fence', async () => {
    const take = (holder: string) => holdLeases(database, { names: ['reconcile'], holder, ms: 500 })
    expect([await take('dead'), await take('dead'), await take('other')]).toEqual([
      new Map([['reconcile', 1n]]),
      new Map([['reconcile', 1n]]),
      new Map(),
    ])
    const first: boolean[] = []
    await startProcess('a', { run: async (_stopping, { isFirstRun }) => void first.push(isFirstRun) })
    expect(runsOf('a')).toBe(0)
    await vi.waitFor(() => expect(first.slice(0, 3)).toEqual([true, false, false]), WAIT)
    expect(await database.query('select fence from job_leases')).toEqual([{ fence: 2n }])
  })
})
