import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dieWithParent } from './die-with-parent.ts'
import { guardSignals } from './guard-signals.ts'
import { ROOT } from './root.mjs'

/**
 * Runs a script of the project in this process, as if it had been given to Node itself, so that signals reach it.
 * The path is from the root. An `.env` file beside package.json fills what the environment leaves open.
 */
export async function runScript(path: string): Promise<void> {
  const file = join(ROOT, path)
  if (!existsSync(file)) throw new Error(`${path} does not exist`)
  dieWithParent()
  guardSignals()
  const settings = join(ROOT, '.env')
  if (existsSync(settings)) process.loadEnvFile(settings)
  process.argv[1] = file
  await import(pathToFileURL(file).href)
}
