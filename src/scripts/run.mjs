// Runs a file of ours under Node 24 with the locked packages: `node src/scripts/run.mjs <file> [arguments]`. It is plain JavaScript without packages,
// because it starts on any Node from 20 on, before anything is installed.
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
// From here on this process belongs to that file, as if Node had started it directly, so that signals reach it.
process.argv.splice(1, 1)
await import(pathToFileURL(resolve(process.argv[1] ?? '')).href)
