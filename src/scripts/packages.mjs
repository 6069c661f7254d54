import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runChild, say } from './child.mjs'
import { alone } from './lock.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[] }} Locked
 * @typedef {{ os: string, cpu: string, libc: string }} Platform
 */

const LOCK_FILE = join(ROOT, 'package-lock.json')
// npm's own record of the contents of node_modules, written once the installation is complete.
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json')

/** Installs the locked packages if they are not installed yet. Scripts of packages are not run (.npmrc). */
export async function installPackages() {
  if (installedAsLocked()) return
  await alone(async () => {
    if (installedAsLocked()) return
    refuseUnpinned(packagesIn(LOCK_FILE))
    say('installing the locked packages …')
    await runNpm(['ci'])
  })
}

/** Runs npm under the Node of this process; npm itself reports its errors. */
export async function runNpm(/** @type {string[]} */ args) {
  const words = [...args, '--no-update-notifier', '--loglevel=error']
  // npm passes its own path to its scripts; otherwise it is on the PATH.
  const npm = process.env.npm_execpath
  const code = npm ? await runChild(process.execPath, [npm, ...words]) : await runChild('npm', words)
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed`)
}

function installedAsLocked() {
  if (!existsSync(INSTALLED)) return false
  const installed = packagesIn(INSTALLED)
  return Object.entries(packagesIn(LOCK_FILE)).every(([path, { version, optional, devOptional }]) => {
    const found = installed[path]
    return path === '' || (found ? found.version === version : optional || devOptional)
  })
}

/** @returns {Record<string, Locked>} */
function packagesIn(/** @type {string} */ file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Throws a sentence that says what to do if a package would have to be installed without a hash. */
function refuseUnpinned(/** @type {Record<string, Locked>} */ packages) {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  const libc = header.glibcVersionRuntime ? 'glibc' : 'musl'
  const unpinned = unpinnedPackages(packages, { os: process.platform, cpu: process.arch, libc })
  if (unpinned.length === 0 || process.env.TRUST_REGISTRY === 'yes') return
  throw new Error(
    `package-lock.json has no hash of ${unpinned.join(', ')}, which this platform needs. Whoever trusts the registry for them sets ` +
      'TRUST_REGISTRY=yes, and commits the hashes that npm install then writes.',
  )
}

/**
 * The packages that would be installed on a platform although the lock file has no hash for them. Native packages of a platform lack
 * one if the lock file was never written on that platform.
 * @returns {string[]}
 */
export function unpinnedPackages(/** @type {Record<string, Locked>} */ packages, /** @type {Platform} */ platform) {
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.link && entry.integrity === undefined && fits(entry, platform))
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
}

function fits(/** @type {Locked} */ locked, /** @type {Platform} */ platform) {
  return /** @type {const} */ (['os', 'cpu', 'libc']).every((part) => locked[part]?.includes(platform[part]) ?? true)
}
