import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const INSTALL_MS_MAX = 300_000
const PATIENCE = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1', '-o', 'DPkg::Lock::Timeout=120']

/** A resource of the machine that a test needs, or a sentence on why it is missing. */
export type Availability<Found> = { found: Found; reason?: undefined } | { found: undefined; reason: string }

/** The full path of the first of these programs that is in PATH. */
export function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export function canInstallDebianPackages(): boolean {
  return process.getuid?.() === 0 && findProgram(['apt-get']) !== undefined
}

/** Installs a package of the running Debian or Ubuntu. Throws apt's own message if it fails. */
export async function installDebianPackage(name: string): Promise<void> {
  const options = { timeout: INSTALL_MS_MAX, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-qq', ...PATIENCE], options)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PATIENCE, name], options)
}

export function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}
