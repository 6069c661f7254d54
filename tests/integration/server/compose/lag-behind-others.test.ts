import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { endProcess, lagBehindOthersMs, type ProcessState, saveProcess } from '#server/store/processes.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const STATE: ProcessState = {
  ...{ rotation: 'SERVING', lease: null, feedMs: 0, waiting: 0, streams: 0, memoryBytes: 0, loopMs: 0 },
}
/** Longer than a busy machine takes between two reports. */
const LONG_MS = 60_000

onDatabase('the lag of a process behind others', (open) => {
  test('is by how much the writer was received later elsewhere, by processes that answer, also by one that was drained', async () => {
    const database = await open()
    const report = async (state: Partial<ProcessState>, role: 'api' | 'jobs' = 'api') => {
      const id = randomUUID()
      await saveProcess(database, { id, role, version: '1', host: 'here', pid: 1 }, { ...STATE, ...state })
      return id
    }
    const own = await report({ feedMs: LONG_MS })
    expect(await lagBehindOthersMs(database, own)).toBeUndefined()
    await report({ feedMs: 0 }, 'jobs')
    expect(await lagBehindOthersMs(database, own)).toBeUndefined()
    await report({ feedMs: LONG_MS })
    expect(await lagBehindOthersMs(database, own)).toBeLessThan(LONG_MS / 2)
    const other = await report({ feedMs: 0, rotation: 'DRAINED' })
    expect(await lagBehindOthersMs(database, own)).toBeGreaterThanOrEqual(LONG_MS)
    await endProcess(database, other)
    expect(await lagBehindOthersMs(database, own)).toBeLessThan(LONG_MS / 2)
  })
})
