import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts'
import { standingOf } from '#server/operations/job-standing.ts'
import type { ReportedRun } from '#server/store/processes.ts'

const STARTED = new Date('2026-11-22T08:00:00Z')
const LATER = new Date('2026-11-22T09:00:00Z')

/** An hourly job that succeeded a minute ago in a living process. */
const run = (differences: Partial<ReportedRun> = {}): ReportedRun => ({
  ...{ name: 'prune history', inEach: false, everyMs: HOUR_MS, lasts: false, isHeld: true, isRunning: false },
  ...{
    beganMs: MINUTE_MS,
    succeededMs: MINUTE_MS,
    durationMs: 5,
    failedMs: undefined,
    failure: undefined,
    failures: 0,
  },
  ...{ knownMs: 10 * HOUR_MS, processId: 'a', role: 'jobs', host: 'j1', pid: 1 },
  ...{ processStartedAt: STARTED, processSeenMs: SECOND_MS, hasEnded: false },
  ...differences,
})
const DEAD = { processSeenMs: MINUTE_MS }
const troubles = (runs: readonly ReportedRun[]) => standingOf(runs).map(({ name, trouble }) => [name, trouble])
const troubleOfOne = (differences: Partial<ReportedRun>) => standingOf([run(differences)])[0]?.trouble

test.each<[string, Partial<ReportedRun>, 'LATE' | 'FAILING' | undefined]>([
  ['succeeded within its intervals', {}, undefined],
  ['has no success for several intervals', { succeededMs: 4 * HOUR_MS }, 'LATE'],
  ['runs each second, and had none for half a minute', { everyMs: SECOND_MS, succeededMs: 32_000 }, undefined],
  ['runs each second, and had none for a minute', { everyMs: SECOND_MS, succeededMs: MINUTE_MS }, 'LATE'],
  ['never succeeded since the process was started', { succeededMs: undefined }, 'LATE'],
  ['was just started', { succeededMs: undefined, knownMs: SECOND_MS }, undefined],
  ['hangs', { isRunning: true, beganMs: 4 * HOUR_MS, succeededMs: 5 * HOUR_MS }, 'LATE'],
  ['lasts as long as it is held', { lasts: true, isRunning: true, succeededMs: SECOND_MS, failures: 4 }, undefined],
  ['should last but has ended', { lasts: true, everyMs: SECOND_MS, succeededMs: MINUTE_MS }, 'LATE'],
  ['runs seldom and failed once', { failures: 1, failure: 'Error' }, 'FAILING'],
  ['runs each second and failed once', { everyMs: SECOND_MS, succeededMs: SECOND_MS, failures: 1 }, undefined],
  ['runs each second and failed thrice', { everyMs: SECOND_MS, succeededMs: 3_000, failures: 3 }, 'FAILING'],
])('a job that %s', (_what, differences, trouble) => {
  expect(troubleOfOne(differences)).toBe(trouble)
})

test('graver jobs come first: those without success for longest by their intervals, then those that fail, then those without a process', () => {
  const fails = run({ name: 'fails', failures: 2 })
  const late = run({ name: 'late', succeededMs: 4 * HOUR_MS })
  const later = run({ name: 'later', succeededMs: 40 * HOUR_MS, failures: 9 })
  const waits = run({ name: 'waits', ...DEAD })
  expect(troubles([run({ name: 'well' }), waits, fails, late, later])).toEqual([
    ['later', 'FAILING'],
    ['late', 'LATE'],
    ['fails', 'FAILING'],
    ['waits', 'WAITING'],
    ['well', undefined],
  ])
})

test('a takeover is no failure: the success of the holder before counts, and the new one is named', () => {
  const before = run({ ...DEAD, host: 'j1' })
  const next = run({ processId: 'b', host: 'j2', succeededMs: undefined, beganMs: undefined, processStartedAt: LATER })
  const [job] = standingOf([before, next])
  expect(job).toMatchObject({ trouble: undefined, succeededMs: MINUTE_MS, holder: { host: 'j2' } })
})

test.each([{ inEach: false }, { inEach: true }])(
  'a job that no living process may run waits for one, and is late once its time has come: %j',
  (kind) => {
    const ended = { ...kind, hasEnded: true }
    const dead = { ...kind, ...DEAD, failures: 4, isRunning: true }
    expect(standingOf([run(dead), run(ended)])).toMatchObject([
      { holder: undefined, isRunning: false, trouble: 'WAITING' },
    ])
    const late = { succeededMs: 4 * HOUR_MS }
    expect(standingOf([run({ ...dead, ...late })])).toMatchObject([{ holder: undefined, trouble: 'LATE' }])
  },
)

test('a job whose lease no living process has waits for one', () => {
  const standby = run({ processId: 'b', isHeld: false, succeededMs: undefined, beganMs: undefined })
  expect(standingOf([run(DEAD), standby])).toMatchObject([{ holder: undefined, trouble: 'WAITING' }])
})

test('a job that the next version does not have any more is not missed', () => {
  const retired = run({ name: 'retired', hasEnded: true, succeededMs: 9 * HOUR_MS })
  const next = run({ processId: 'b', processStartedAt: LATER })
  expect(troubles([retired, next])).toEqual([['prune history', undefined]])
  // Another role never had it.
  expect(troubles([retired, { ...next, role: 'writer' }])).toContainEqual(['retired', 'LATE'])
})

test('of a job of each process the one in most trouble is shown, and one that is gone is not', () => {
  const each = { inEach: true, everyMs: SECOND_MS, succeededMs: SECOND_MS } as const
  const runs = [
    run({ ...each, host: 'well' }),
    run({ ...each, host: 'ill', failures: 5, processId: 'b' }),
    run({ ...each, ...DEAD, host: 'gone', failures: 50, processId: 'c' }),
  ]
  expect(standingOf(runs)).toMatchObject([{ trouble: 'FAILING', holder: { host: 'ill' } }])
})
