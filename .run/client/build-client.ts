import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashFiles } from '../setup/hash-files.mjs'
import { withLock } from '../setup/lock.mjs'
import { ROOT } from '../setup/root.mjs'
import { runTool, type ToolRun } from '../setup/run-tool.ts'
import { say, secondsSince } from '../setup/say.mjs'

/** Everything that the built client is made of. */
const SOURCES = [
  'src/client',
  'src/contract',
  'src/domain',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  '.vite',
  'package-lock.json',
]
// Vite empties the folder first, so a build that failed half-way leaves no stamp.
const STAMP = join(ROOT, 'dist', '.sources')

/** Builds the client into `dist/` when its sources are not those of the last build. `output` is Vite's, for a failure. */
export function buildClientIfChanged(): Promise<ToolRun> {
  if (isBuilt()) return Promise.resolve({ ok: true, output: '' })
  return withLock('client', () => (isBuilt() ? { ok: true, output: '' } : buildClient()))
}

/** Builds the client into `dist/` whether or not its sources changed. */
export async function buildClient(): Promise<ToolRun> {
  const startedAt = performance.now()
  const sources = hashFiles(SOURCES)
  say('building the client …')
  const run = await runTool('vite', ['build', '--logLevel', 'warn'], { NODE_ENV: 'production', NO_COLOR: '1' })
  if (run.ok) writeFileSync(STAMP, sources)
  if (run.ok) say(`the client is built (${secondsSince(startedAt)})`)
  return run
}

function isBuilt(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashFiles(SOURCES)
}
