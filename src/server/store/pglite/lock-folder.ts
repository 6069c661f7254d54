import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/**
 * Locks a data folder for this process until the returned function is called or the process ends in any way. The lock is the operating
 * system's file lock, which SQLite takes on every platform and Node cannot take by itself. A process id alone would not suffice, because
 * ids are reused. @throws Error with a sentence for the person who started the second process
 */
export function lockFolder(folder: string): () => void {
  const owner = join(folder, 'database.owner')
  let lock: DatabaseSync | undefined
  try {
    mkdirSync(folder, { recursive: true })
    lock = new DatabaseSync(join(folder, 'database.lock'), { timeout: 0 })
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    writeFileSync(owner, `${process.pid}\n`)
    return () => lock?.close()
  } catch (error) {
    lock?.close()
    throw new Error(`the data folder ${folder} ${isBusy(error) ? inUse(owner) : `cannot be used: ${error}`}`)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function inUse(owner: string): string {
  return `is in use by another process${readOwner(owner)}: stop it first, or choose another DATA_DIR`
}

/** Serves the sentence alone; the lock itself does not depend on it. */
function readOwner(path: string): string {
  try {
    return ` (process ${readFileSync(path, 'utf8').trim()})`
  } catch {
    return ''
  }
}
