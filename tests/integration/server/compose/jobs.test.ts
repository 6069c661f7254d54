import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { toCount } from '#domain/counts.ts'
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

  test('one that stops hands each job over as its run ends: a slow one delays no other', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const start = async (name: string) => {
      const job = (what: string, run: () => Promise<void>): Job => ({
        ...{ name: what, everyMs: 20, runsIn: 'one process' },
        run: async () => {
          runs.push(`${name} ${what}`)
          await run()
        },
      })
      const jobs = [job('quick', async () => undefined), job('slow', () => released)]
      const started = await startJobs(jobs, { database, log, leaseMs: 10_000 })
      running.push(started)
      return started
    }
    const first = await start('a')
    await vi.waitFor(() => expect(runs).toEqual(expect.arrayContaining(['a quick', 'a slow'])), WAIT)
    await start('b')
    const stopped = first.stop()
    await vi.waitFor(() => expect(runs).toContain('b quick'), WAIT)
    expect(runs).not.toContain('b slow')
    release()
    await stopped
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
    const taken = await take('dead')
    const fence = taken.get('reconcile') ?? 0n
    expect(taken.size).toBe(1)
    expect([await take('dead'), await take('other')]).toEqual([taken, new Map()])
    const first: boolean[] = []
    const fences = new Set<number>()
    const run = async (_stopping: AbortSignal, lease: Lease) => {
      first.push(lease.isFirstRun)
      fences.add(lease.fence.number)
    }
    await startProcess('a', { run })
    expect(runsOf('a')).toBe(0)
    await vi.waitFor(() => expect(first.slice(0, 3)).toEqual([true, false, false]), WAIT)
    const [row] = await database.query<{ fence: bigint }>('select fence from job_leases')
    expect(row?.fence).toBeGreaterThan(fence)
    expect([...fences]).toEqual([toCount(row?.fence ?? 0n)])
  })

  test('the fence of a restored database is above those of the one before, and rises though its clock is set back', async () => {
    const take = async (holder: string) => {
      const taken = await holdLeases(database, { names: ['reconcile'], holder, ms: 0 })
      return taken.get('reconcile') ?? 0n
    }
    const last = await take('before the back-up')
    await database.query('delete from job_leases')
    await sleep(2)
    expect(await take('restored')).toBeGreaterThan(last)
    await database.query('update job_leases set fence = fence + 1000000')
    const ahead = await database.query<{ fence: bigint }>('select fence from job_leases')
    expect(await take('the next')).toBe((ahead[0]?.fence ?? 0n) + 1n)
  })
})
