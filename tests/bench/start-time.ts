import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkOut } from '#tests/setup/check-out.ts'
import { startServerProcess } from '#tests/setup/server-process.ts'
import { cpuTimeOf } from './cpu-time.ts'

const ROUNDS = 5
/** As `npm start` has it: the past of the charts belongs to a first start. */
const LIKE_START = { SANDBOX_CANDLES: 'on' }

const median = (figures: readonly number[]) => [...figures].sort((a, b) => a - b)[figures.length >> 1] ?? 0

/**
 * Starts the server of a commit and that of the present code in turn, each in an empty folder and then once more in the same one, and prints
 * the medians of their times. Other work on the machine stretches the time until a server is ready; the processor's time it hardly changes.
 */
export async function measureStarts(commit: string, row: (name: string, figures: string) => void): Promise<void> {
  const old = await checkOut(commit)
  const took = new Map<string, { readyMs: number; cpuMs: number }[]>()
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const [version, folder] of [
        ['before', old.folder],
        ['now', undefined],
      ] as const) {
        const dataDir = await mkdtemp(join(tmpdir(), 'kimia-start-'))
        for (const kind of ['empty', 'filled']) {
          const server = await startServerProcess({ dataDir }, LIKE_START, { folder })
          const cpuMs = (await cpuTimeOf([server.pid])) / 1_000
          await server.stop()
          const name = `${kind} folder, ${version}`
          took.set(name, [...(took.get(name) ?? []), { readyMs: server.readyMs, cpuMs }])
        }
        await rm(dataDir, { recursive: true })
      }
    for (const [name, all] of took) {
      const [readyMs, cpuMs] = [median(all.map((each) => each.readyMs)), median(all.map((each) => each.cpuMs))]
      row(name, `${Math.round(readyMs)} | ${Math.round(cpuMs)}`)
    }
  } finally {
    await old.remove()
  }
}
