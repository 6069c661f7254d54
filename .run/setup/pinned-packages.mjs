/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[] }} Locked
 * @typedef {{ os: string, cpu: string, libc: string }} Platform
 */

/**
 * The packages that would be installed on a platform although the lock file has no hash of them. Native packages of platforms that nobody
 * has locked on yet have none.
 * @returns {string[]}
 */
export function unpinnedPackages(/** @type {Record<string, Locked>} */ packages, /** @type {Platform} */ platform) {
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.link && entry.integrity === undefined && fits(entry, platform))
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
}

function fits(/** @type {Locked} */ { os, cpu, libc }, /** @type {Platform} */ platform) {
  return isOneOf(os, platform.os) && isOneOf(cpu, platform.cpu) && isOneOf(libc, platform.libc)
}

function isOneOf(/** @type {string[] | undefined} */ wanted, /** @type {string} */ own) {
  return wanted === undefined || wanted.includes(own)
}

/** @returns {Platform} */
function ownPlatform() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return { os: process.platform, cpu: process.arch, libc: header.glibcVersionRuntime ? 'glibc' : 'musl' }
}

/** Throws a sentence that says what to do where the registry would have to be believed. */
export function refuseUnpinned(/** @type {Record<string, Locked>} */ packages) {
  const unpinned = unpinnedPackages(packages, ownPlatform())
  if (unpinned.length === 0 || process.env.TRUST_REGISTRY === 'yes') return
  throw new Error(
    `package-lock.json has no hash of ${unpinned.join(', ')}, which this platform needs. Whoever trusts the registry for them sets ` +
      'TRUST_REGISTRY=yes, and commits the hashes that npm install then writes.',
  )
}
