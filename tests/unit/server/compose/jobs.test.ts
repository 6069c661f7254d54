import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startJobs } from '#server/compose/jobs.ts'

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
  expect(watch).toHaveBeenCalledExactlyOnceWith({ name: 'send', everyMs: 1, isHeld: expect.any(Function) })
  expect(onRun.mock.calls.map(([{ failed }]) => failed).slice(0, 2)).toEqual([true, false])
  expect(onRun).toHaveBeenCalledWith({ ms: expect.any(Number), failed: false })
})
