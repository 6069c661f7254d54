import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runTool, say } from './child.mjs'
import { ifChanged, type Result } from './if-changed.ts'
import { alone } from './lock.mjs'

/** All sources of the built client. */
const SOURCES = [
  'src/{client,contract,domain,scripts/vite}/**',
  '{sw,public}/**',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]
// Vite empties the folder first, so a build that failed half-way has no stamp.
const STAMP = 'dist/.sources'

/** Builds the client into `dist/` if its sources have changed since the last build, or always with `anew`. */
export function buildClient({ anew = false } = {}): Promise<Result> {
  return alone(() => {
    if (anew) rmSync(join(ROOT, STAMP), { force: true })
    return ifChanged({ sources: SOURCES, stamp: STAMP }, () => {
      say('building the client …')
      const env = { NODE_ENV: 'production', NO_COLOR: '1' }
      return runTool('node_modules/vite/bin/vite.js', ['build', '--logLevel', 'warn'], { env })
    })
  })
}

/** The same, for a script that cannot continue without it. */
export async function requireClient(options: { anew?: boolean } = {}): Promise<void> {
  const { ok, output } = await buildClient(options)
  if (ok) return
  say(`the client could not be built:\n${output}`)
  process.exit(1)
}
