import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runChild, say } from './child.mjs'
import { ifChanged } from './if-changed.ts'
import { alone } from './lock.mjs'

/** Everything that the built client is made of. */
const SOURCES = [
  'src/{client,contract,domain,scripts/vite}/**',
  '{sw,public}/**',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]
// Vite empties the folder first, so a build that failed half-way leaves no stamp.
const STAMP = 'dist/.sources'

/**
 * Builds the client into `dist/` where its sources are not those of the last build, or `anew` in any case.
 * Answers whether it is built; Vite prints why not.
 */
export function buildClient({ anew = false } = {}): Promise<boolean> {
  return alone(() => {
    if (anew) rmSync(join(ROOT, STAMP), { force: true })
    return ifChanged({ sources: SOURCES, stamp: STAMP }, async () => {
      say('building the client …')
      const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
      return (await runChild(process.execPath, vite, { NODE_ENV: 'production', NO_COLOR: '1' })) === 0
    })
  })
}
