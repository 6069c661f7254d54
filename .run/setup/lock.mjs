import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from './root.mjs'
import { say } from './say.mjs'

const PAUSE_MS = 200
// Between making the folder and writing its owner a lock has no owner; only this long.
const OWNERLESS_MS_MAX = 5_000

/**
 * Runs `work` while no other process of this checkout does work of the same name. A lock whose owner is dead is taken over.
 * @template T
 * @param {string} name
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const folder = join(ROOT, '.cache', `${name}.lock`)
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  for (let told = false; !take(folder); told = true) {
    if (!told) say(`another run is busy with the ${name}; waiting …`)
    await sleep(PAUSE_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function take(/** @type {string} */ folder) {
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true })
    return false
  }
}

function isAbandoned(/** @type {string} */ folder) {
  try {
    const owner = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    process.kill(owner, 0)
    return false
  } catch (error) {
    if (isCode(error, 'ESRCH')) return true
    if (!isCode(error, 'ENOENT')) return false
  }
  try {
    return Date.now() - statSync(folder).mtimeMs > OWNERLESS_MS_MAX
  } catch {
    return false
  }
}

function isCode(/** @type {unknown} */ error, /** @type {string} */ code) {
  return error instanceof Error && 'code' in error && error.code === code
}
