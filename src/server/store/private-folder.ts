import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The permissions of the group and all others. */
const OTHERS = 0o077

/**
 * Makes sure that nobody but the owner of this process can read the data folder: it contains password hashes, national codes and pictures
 * of documents. An empty folder is made private; one that others could already read is refused, since the operator of the server has to
 * know. Windows has different permissions and is left alone. @throws Error with a sentence that says how to make it private
 */
export function ensurePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.platform === 'win32' || (statSync(folder).mode & OTHERS) === 0) return
  if (readdirSync(folder).length > 0)
    throw new Error(
      `the data folder ${folder} can be read by other users of this machine. Close it (chmod -R go-rwx ${folder}), then start again.`,
    )
  chmodSync(folder, 0o700)
}

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
