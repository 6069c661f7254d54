import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { nodeMajor } from './node.mjs'
import { runNpm } from './npm.mjs'
import { refuseUnpinned } from './pinned-packages.mjs'
import { ROOT } from './root.mjs'
import { say, secondsSince } from './say.mjs'

const LOCK_FILE = join(ROOT, 'package-lock.json')
const STAMP = join(ROOT, 'node_modules', '.kimia-stamp')
// npm's own record of what lies in node_modules.
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json')

/** Installs the locked packages unless the stamp in node_modules says that they are there. No npm call when it does. */
export async function seeToPackages(/** @type {string} */ node) {
  if (readOr(STAMP) === wantedStamp()) return
  await withLock('packages', () => {
    const stamp = wantedStamp()
    if (readOr(STAMP) === stamp) return
    if (!installedAsLocked()) install(node)
    writeFileSync(STAMP, stamp)
  })
}

function install(/** @type {string} */ node) {
  const startedAt = performance.now()
  refuseUnpinned(packagesIn(LOCK_FILE))
  say('installing the locked packages …')
  runNpm(node, ['ci'])
  say(`packages are ready (${secondsSince(startedAt)})`)
}

function wantedStamp() {
  return createHash('sha256')
    .update(readFileSync(LOCK_FILE))
    .update(`node ${nodeMajor()} ${process.platform}-${process.arch}`)
    .digest('hex')
}

/** Whether somebody has just run `npm install` by hand, so that removing and fetching everything again is for nothing. */
function installedAsLocked() {
  if (!existsSync(INSTALLED)) return false
  const wanted = packagesIn(LOCK_FILE)
  const found = packagesIn(INSTALLED)
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const there = found[path]
    return there ? there.version === entry.version : entry.optional === true || entry.devOptional === true
  })
}

/** @returns {Record<string, import('./pinned-packages.mjs').Locked>} */
function packagesIn(/** @type {string} */ file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
}

function readOr(/** @type {string} */ file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
