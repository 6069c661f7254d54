import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { JobRuns } from '#server/compose/job-runs.ts'
import { startJobs } from '#server/compose/jobs.ts'
import { DatabaseError } from '#server/store/database.ts'
import { eachItem } from '#server/store/each-item.ts'
import { LeaseLost } from '#server/store/job-leases.ts'

const FOR_EVER_MS = 3_600_000
const settings = {
  // The one process of the built-in database holds every lease.
  database: { engine: 'pglite', query: () => Promise.reject(new Error('no lease is needed')) },
  log: { warn: () => undefined },
} as const
const HERE = { runsIn: 'one process' } as const

function woken() {
  const listeners = new Set<() => void>()
  return {
    onWork: (wake: () => void) => {
      listeners.add(wake)
      return () => void listeners.delete(wake)
    },
    wake: () => {
      for (const listener of listeners) listener()
    },
    listeners,
  }
}

test('a job runs at once, then when it is woken, and ends with what it listened to', async () => {
  const { onWork, wake, listeners } = woken()
  const run = vi.fn(async () => undefined)
  const job = await startJobs([{ ...HERE, name: 'send', everyMs: FOR_EVER_MS, run, onWork }], settings)
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
  wake()
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
  await job.stop()
  expect(listeners.size).toBe(0)
  wake()
  await sleep(20)
  expect(run).toHaveBeenCalledTimes(2)
})

test('what comes while it runs is looked at behind it, and never beside it', async () => {
  const { onWork, wake } = woken()
  let running = 0
  let most = 0
  const run = vi.fn(async () => {
    running += 1
    most = Math.max(most, running)
    await sleep(20)
    running -= 1
  })
  const job = await startJobs([{ ...HERE, name: 'send', everyMs: FOR_EVER_MS, run, onWork }], settings)
  wake()
  wake()
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
  await job.stop()
  expect(most).toBe(1)
})

test('a run that fails is tried again, and says so', async () => {
  const run = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(undefined)
  const onRun = vi.fn()
  const watch = vi.fn(() => onRun)
  const job = await startJobs([{ ...HERE, name: 'send', everyMs: 1, run }], { ...settings, watch })
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(1))
  await job.stop()
  expect(watch).toHaveBeenCalledExactlyOnceWith({
    name: 'send',
    everyMs: 1,
    lasts: false,
    isHeld: expect.any(Function),
  })
  expect(onRun.mock.calls.map(([{ failed }]) => failed).slice(0, 2)).toEqual([true, false])
  expect(onRun).toHaveBeenCalledWith({ ms: expect.any(Number), failed: false })
})

test('an item that fails keeps no other from being done, and its run counts as failed', async () => {
  const runs = new JobRuns()
  const done: number[] = []
  const errors: unknown[] = []
  const act = async (item: number) => {
    if (item === 2) throw new DatabaseError({ code: '23505', message: 'the number 09120000000 exists' })
    done.push(item)
  }
  const log = { error: (details: object, message: string) => errors.push(details, message) }
  const reporting = { log, label: (item: number) => ({ item }), failure: 'an item could not be sent' }
  const run = async () => {
    await eachItem([1, 2, 3], act, reporting)
    await eachItem([4], act, reporting)
  }
  const job = await startJobs([{ ...HERE, name: 'send', everyMs: FOR_EVER_MS, run }], { ...settings, runs })
  await vi.waitFor(() => expect(runs.read()).toMatchObject([{ failures: 1, failure: 'ItemsFailed 23505' }]))
  await job.stop()
  expect(done).toEqual([1, 3, 4])
  expect(errors).toEqual([
    { err: expect.objectContaining({ code: '23505' }), item: 2 },
    'an item could not be sent; it is tried again',
  ])
  // A call that does the same at once gives no failure on: the next run of the job tries again.
  await eachItem([2], act, reporting)
})

test('a lease that is lost ends the items of a run at once', async () => {
  const act = vi.fn(async () => {
    throw new LeaseLost()
  })
  const reporting = { log: { error: () => undefined }, label: () => ({}), failure: '' }
  await expect(eachItem([1, 2], act, reporting)).rejects.toThrow(LeaseLost)
  expect(act).toHaveBeenCalledTimes(1)
})

test('the last runs are remembered: a failure by its kind and never its message, how many in a row, and a success ends them', async () => {
  const runs = new JobRuns()
  const broken = new DatabaseError({ code: '23505', message: 'the number 09120000000 exists' })
  const run = vi.fn().mockRejectedValueOnce(broken).mockRejectedValueOnce(broken).mockResolvedValue(undefined)
  const { onWork, wake } = woken()
  const job = await startJobs([{ ...HERE, name: 'send', everyMs: FOR_EVER_MS, run, onWork }], { ...settings, runs })
  await vi.waitFor(() => expect(runs.read()).toMatchObject([{ failures: 1, succeededMs: undefined }]))
  wake()
  await vi.waitFor(() => expect(runs.read()).toMatchObject([{ failures: 2, failure: 'DatabaseError 23505' }]))
  expect(JSON.stringify(runs.read())).not.toContain('0912')
  wake()
  await vi.waitFor(() => expect(runs.read()).toMatchObject([{ failures: 0, succeededMs: expect.any(Number) }]))
  expect(runs.read()).toMatchObject([
    {
      name: 'send',
      inEach: false,
      everyMs: FOR_EVER_MS,
      isHeld: true,
      isRunning: false,
      failure: 'DatabaseError 23505',
    },
  ])
  await job.stop()
})

test('processes that are started together do not run a job of each together for ever', async () => {
  const EVERY_MS = 400
  const seconds = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const at: number[] = []
      const run = async () => void at.push(performance.now())
      const job = await startJobs([{ name: 'reload', everyMs: EVERY_MS, runsIn: 'each process', run }], settings)
      await vi.waitFor(() => expect(at.length).toBeGreaterThan(1))
      await job.stop()
      return (at[1] ?? 0) - (at[0] ?? 0)
    }),
  )
  expect(Math.max(...seconds) - Math.min(...seconds)).toBeGreaterThan(EVERY_MS / 4)
})

test('a run that lasts is a success as long as it runs', async () => {
  const runs = new JobRuns()
  const lasts = (stopping: AbortSignal) =>
    new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()))
  const jobs = [true, false].map((each) => ({ ...HERE, name: `${each}`, everyMs: 1, lasts: each, run: lasts }))
  const started = await startJobs(jobs, { ...settings, runs })
  expect(runs.read()).toMatchObject([
    { lasts: true, isRunning: true, succeededMs: 0 },
    { lasts: false, isRunning: true, succeededMs: undefined },
  ])
  await started.stop()
})
