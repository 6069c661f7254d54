import { type Profiler, Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Jobs of the server run now and then, and on a busy machine in most turns: what many have in common is the work's own. */
const TURNS = 25

/**
 * The files below `src/` of which a function ran in each of several turns of the work, sorted: what somebody reads to follow it. Files of
 * types alone do not run. Vitest reads each import through a function of the module that exports it, so this is for programs that Node
 * runs by itself.
 */
export async function executedFiles(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    const turns: Set<string>[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      // Each answer has the functions that ran since the one before.
      await session.post('Profiler.takePreciseCoverage')
      await work()
      turns.push(filesIn(await session.post('Profiler.takePreciseCoverage')))
    }
    const [first = new Set(), ...others] = turns
    return [...first].filter((file) => others.every((files) => files.has(file))).sort()
  } finally {
    session.disconnect()
  }
}

function filesIn({ result }: Profiler.TakePreciseCoverageReturnType): Set<string> {
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
  const paths = ran.map(({ url }) => (url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : ''))
  return new Set(paths.filter((path) => path.startsWith('src/')))
}
