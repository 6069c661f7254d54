import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT, say } from './child.mjs'

const PAUSE_MS = 200

/**
 * Runs `work` while no other process of this checkout runs such work: `npm start` and `npm test` side by side in a new clone would
 * install and build into the same folders. A lock whose process has died is taken over.
 * @template T
 * @param {() => T | Promise<T>} work
 * @param {string} [file]
 * @returns {Promise<T>}
 */
export async function alone(work, file = join(ROOT, '.cache', 'preparing.lock')) {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  for (let waiting = false; !take(file); waiting = true) {
    if (!waiting) say('another run is preparing this checkout; waiting …')
    await sleep(PAUSE_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(/** @type {string} */ file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  }
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
  } catch (error) {
    if (isCode(error, 'ESRCH')) rmSync(file, { force: true })
  }
  return false
}

function isCode(/** @type {unknown} */ error, /** @type {string} */ code) {
  return error instanceof Error && 'code' in error && error.code === code
}
