import type { Reply } from '#contract/endpoint.ts'
import type { getProcesses } from '#contract/operations-processes.ts'

type Answer = Reply<typeof getProcesses>['baseDTO']
export type ProcessRow = Answer['processes'][number]
export type JobRow = Answer['jobs'][number]

/** When the processes and jobs were listed. */
export const LISTED_AT = '2026-11-22T08:00:04Z'

/** A process that answers, as the wire has it. */
export const wireProcess = (differences: Partial<ProcessRow> = {}): ProcessRow => ({
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  ...{ role: 'api', version: '0.1.0+a1b2c3d', hasOtherVersion: false, host: 'api-1', pid: 4711 },
  ...{ startedAt: '2026-11-22T07:00:00Z', seenAt: '2026-11-22T08:00:00Z', seenMs: 3_400, gone: false },
  ...{
    rotation: 'SERVING',
    lease: null,
    feedMs: 40,
    waiting: 7,
    streams: 12,
    memoryBytes: 120 * 1024 * 1024,
    loopMs: 5,
  },
  drain: null,
  ...differences,
})

/** A job that one process runs and that is well. */
export const wireJob = (differences: Partial<JobRow> = {}): JobRow => ({
  ...{ name: 'prune history', inEach: false, everyMs: 3_600_000, lasts: false, trouble: null, isRunning: false },
  holder: { role: 'jobs', host: 'j1', pid: 12 },
  ...{ beganAt: '2026-11-22T07:59:00Z', succeededAt: '2026-11-22T07:59:01Z', durationMs: 900 },
  ...{ failedAt: null, failure: null, failures: 0 },
  ...differences,
})
