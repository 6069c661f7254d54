// Runs one of our files under Node 24 with the locked packages: `node src/scripts/run.mjs <file> [words for it]`.
// Plain JavaScript without packages, because it begins on any Node from 20 on, before anything is installed.
import { delimiter, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT, runChild, say } from './child.mjs'
import { nodeSuffices, prepareNode } from './node.mjs'
import { installPackages } from './packages.mjs'

try {
  process.chdir(ROOT)
  if (!nodeSuffices())
    process.exit(await runChild(await prepareNode(), [...process.execArgv, ...process.argv.slice(1)]))
  process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  await installPackages()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
// From here on this process is that file's, as if it had been given to Node itself: signals reach it.
process.argv.splice(1, 1)
await import(pathToFileURL(resolve(process.argv[1] ?? '')).href)
