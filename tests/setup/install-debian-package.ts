import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from './find-program.ts'

const run = promisify(execFile)
const TIME_LIMIT_MS = 300_000
const PATIENCE = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1', '-o', 'DPkg::Lock::Timeout=120']

export function canInstallDebianPackages(): boolean {
  return process.getuid?.() === 0 && findProgram(['apt-get']) !== undefined
}

/** Installs a package of the running Debian or Ubuntu. Throws apt's own words where it cannot. */
export async function installDebianPackage(name: string): Promise<void> {
  const options = { timeout: TIME_LIMIT_MS, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-qq', ...PATIENCE], options)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PATIENCE, name], options)
}
