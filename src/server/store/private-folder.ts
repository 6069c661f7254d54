import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'

/** What the group and all others may do. */
const OTHERS = 0o077

/**
 * Makes sure that nobody but the owner of this process can look into the data folder: it holds password hashes, national codes and
 * pictures of documents. An empty folder is closed; one that others could already read is refused, since the
 * operator of the server has to know of it. Windows has other rights, and is left alone.
 * @throws Error with a sentence that says how to close it
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
